import type { Answer, Client, Json } from '../system/client.ts';
import { FORM_RECORD, aFormRecord } from './form-farm.ts';
import { aFarm, type FarmFile, type ProvisionedFarm, sectorsNamed } from './farm.ts';
import type { System } from '../system/system.ts';

const PHYTOSANITARY = '/api/control/phytosanitary';
export const SUMMARY = `${PHYTOSANITARY}/summary`;
export const COMPANY_SUMMARY = `${PHYTOSANITARY}/company-summary`;
export const COMPANY_RECORDS = `${PHYTOSANITARY}/company-records`;

const FIELDS = [
  { name: 'moth', label: 'Grapevine moth', type: 'pests', eppoCode: 'POLYBO', threshold: 10 },
  { name: 'mildew', label: 'Powdery mildew', type: 'diseases', eppoCode: 'UNCINE' },
  { name: 'mite', label: 'Red mite', type: 'pests' },
  { name: 'note', label: 'Note', type: 'text' },
];

/** Projects in two zones, most of them in Santiago's, and a scouting form. The company's zone is a third one. */
export function aScoutedFarm(key: string, sections: Record<string, Json> = {}): FarmFile {
  const project = (name: string, timezone: string, prefix: string, sectors: number) => ({
    ...{ key: name, name: `Project ${name}`, timezone, sectors: sectorsNamed(prefix, sectors) },
  });
  const farm = aFarm(key, {
    projects: [
      project('north', 'America/Santiago', 'n', 4),
      project('south', 'America/Santiago', 's', 2),
      project('cuba', 'America/Havana', 'c', 1),
    ],
    forms: [
      {
        key: 'scout',
        name: 'Scouting',
        type: 'monitoring',
        access: { roles: ['supervisor'] },
        fields: FIELDS,
      },
    ],
    ...sections,
  });
  return { ...farm, company: { ...farm.company, timezone: 'Europe/Madrid' } };
}

/** `[value, severity]` of one field. */
type Seen = readonly [value: number | null, severity: number | null];

/** A user who scouts sectors and submits observations through the forms. */
export class Scout {
  private constructor(
    private readonly farm: ProvisionedFarm,
    private readonly client: Client,
  ) {}

  static of(farm: ProvisionedFarm, name = 'ana'): Scout {
    return new Scout(farm, farm.as(name));
  }

  body(sector: string | null, recordedAt: string, seen: Record<string, Seen>, over: object = {}) {
    const values = Object.entries(seen).map(
      ([name, [value, severity]]) => [name, { value, severity }] as const,
    );
    return aFormRecord(this.farm.ids.forms['scout']!, {
      recordedAt,
      values: Object.fromEntries(values),
      ...(sector !== null && {
        forced_location: {
          projectId: this.farm.ids.projects[sector.split('/')[0]!],
          sectorId: this.farm.ids.sectors[sector],
        },
      }),
      ...over,
    });
  }

  /** @param sector such as `north/n1`; null: a position outside of all sectors */
  async submit(...record: Parameters<Scout['body']>): Promise<Json> {
    const { status, data, text } = await this.client.post(FORM_RECORD, this.body(...record));
    if (status !== 201) throw new Error(`The record was not taken: ${status} ${text}`);
    return data;
  }
}

/** Reads the three reports with one token. */
export class ReportClient {
  constructor(readonly client: Client) {}

  static with(system: System, credential: string): ReportClient {
    return new ReportClient(system.token(credential));
  }

  ask(path: string, query: Record<string, string>): Promise<Answer> {
    return this.client.get(`${path}?${new URLSearchParams(query).toString()}`);
  }

  /** A summary's sector, by name. */
  async sector(query: Record<string, string>, name: string): Promise<Json> {
    const { body } = await this.ask(SUMMARY, query);
    return body.sectors.find((sector: Json) => sector.sector_name === name);
  }
}
