import { newId } from '@furrow/kernel';
import type { Bench, Measurement, Scale } from '../../bench.ts';
import type { Stage } from '../../stage/stage.ts';
import { againstBareServer } from './against-bare-server.ts';

/** A few crews at once, and a whole company in the evening. */
const CLIENTS = [16, 64];
/** Of all clients in a round. */
const REQUESTS = 4_800;
const FARM = 'forms';
const FIELDS = [
  { name: 'trees', label: 'Trees', type: 'number', required: true, min: 1, max: 500 },
  { name: 'stage', label: 'Stage', type: 'select', options: ['dormant', 'bloom', 'fruit set'] },
  { name: 'notes', label: 'Notes', type: 'text', max: 500 },
];

export const forms: Bench = {
  name: 'forms',
  summary: `one form record without files per request, ${CLIENTS.join(' and ')} scouts`,

  async run(stage: Stage, scale: Scale) {
    const { scouts, formId, settings } = await openSurvey(stage, Math.max(...CLIENTS));
    const api = await stage.startApi();
    const figures: Measurement[] = [];
    for (const clients of CLIENTS) {
      const figure = await againstBareServer(stage, scale, {
        what: `one form record per request against bare node:http + pg, ${clients} scouts`,
        target: { atLeast: 1 },
        ...{ api, bare: 'form-server', settings },
        path: '/api/control/forms/record',
        calls: scale.quick ? 4 : REQUESTS / clients,
        clients: scouts
          .slice(0, clients)
          .map((jwt) => ({ jwt, body: (call) => newSubmission(formId, call) })),
      });
      figures.push(figure);
    }
    return figures;
  },
};

/** Provisions a company with one form and `count` scouts, by their JWTs. */
async function openSurvey(stage: Stage, count: number) {
  const idpIds = Array.from({ length: count }, (_, n) => `${FARM}|scout-${n}`);
  const access = { roles: ['agronomist'] };
  const applied = await stage.apply({
    company: { key: FARM, name: FARM, timezone: 'UTC' },
    users: idpIds.map((idpId) => ({ idpId, name: idpId, role: 'agronomist' })),
    forms: [{ key: 'round', name: 'Round', type: 'monitoring', subtype: 'trees', access, fields: FIELDS }],
  });
  return {
    scouts: await Promise.all(idpIds.map((idpId) => stage.jwt(idpId))),
    formId: applied.forms['round'] ?? '',
    settings: {
      BENCH_COMPANY_ID: applied.companyId,
      BENCH_USER_ID: applied.users[`${FARM}|scout-0`] ?? '',
    },
  };
}

/** A new record as a phone sends it. */
function newSubmission(formId: string, number: number) {
  return {
    formId,
    clientRecordId: `phone-${newId()}`,
    recordedAt: new Date().toISOString(),
    values: { trees: 1 + (number % 500), stage: 'bloom', notes: `row ${number}` },
    location: { latitude: -33.5, longitude: -70.5, accuracy: 4 },
  };
}
