import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DevelopmentIssuer } from '@furrow/access';
import { newId, SystemClock } from '@furrow/kernel';
import { loadConfig } from '@furrow/config';
import type { Stage } from '../stage.ts';

/** A scout who submits records of the farm's form. */
export interface Scout {
  readonly companyId: string;
  readonly userId: string;
  readonly jwt: string;
  readonly formId: string;
}

const FIELDS = [
  { name: 'trees', label: 'Trees', type: 'number', required: true, min: 1, max: 500 },
  { name: 'stage', label: 'Stage', type: 'select', options: ['dormant', 'bloom', 'fruit set'] },
  { name: 'notes', label: 'Notes', type: 'text', max: 500 },
];

/** Provisions a company with one form and `count` scouts. */
export async function openSurvey(stage: Stage, farm: string, count: number): Promise<Scout[]> {
  const idpIds = Array.from({ length: count }, (_, i) => `${farm}|scout-${i}`);
  const file = join(stage.home, `${farm}.json`);
  const access = { roles: ['agronomist'] };
  await writeFile(
    file,
    JSON.stringify({
      company: { key: farm, name: farm, timezone: 'UTC' },
      users: idpIds.map((idpId) => ({ idpId, name: idpId, role: 'agronomist' })),
      forms: [{ key: 'round', name: 'Round', type: 'monitoring', subtype: 'trees', access, fields: FIELDS }],
    }),
  );
  const applied = JSON.parse(await stage.furrow('apply', file, '--json')) as {
    companyId: string;
    users: Record<string, string>;
    forms: Record<string, string>;
  };
  const issuer = new DevelopmentIssuer(loadConfig(stage.env), new SystemClock());
  return Promise.all(
    idpIds.map(async (idpId) => ({
      companyId: applied.companyId,
      userId: applied.users[idpId] as string,
      jwt: await issuer.sign(idpId),
      formId: applied.forms['round'] as string,
    })),
  );
}

/** A new record as a phone sends it. */
export function newSubmission({ formId }: Scout, number: number) {
  return {
    formId,
    clientRecordId: `phone-${newId()}`,
    recordedAt: new Date().toISOString(),
    values: { trees: 1 + (number % 500), stage: 'bloom', notes: `row ${number}` },
    location: { latitude: -33.5, longitude: -70.5, accuracy: 4 },
  };
}
