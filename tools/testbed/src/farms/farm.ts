import type { Client, Json } from '../system/client.ts';
import { zoneBeforeNoon } from '../zone-before-noon.ts';
import { hoursAgo } from '../zones.ts';

export const SESSIONS = '/api/control/production/sessions';
export const RECORDS = '/api/control/production/records';
export const BULK = `${RECORDS}/bulk`;
export const HARVEST = '/api/control/harvest';
export const WORKERS = '/api/control/workers';
export const PROJECTS = '/api/control/projects';

export const ZONE = zoneBeforeNoon();

/** A farm file in the format of `furrow apply`. */
export interface FarmFile {
  readonly company: { readonly key: string; readonly name: string; readonly timezone: string };
  readonly [section: string]: Json;
}

export const sectorsNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ key: `${prefix}${i + 1}`, name: `Sector ${prefix}${i + 1}`, crop: 'Cherry', variety: 'Lapins' },
  }));

/** A farm with a user of every role, a project in a zone where it is before noon, and many sectors. */
export function aFarm(key: string, sections: Record<string, Json> = {}): FarmFile {
  const user = (name: string, role: string, more: object = {}) => ({
    ...{ idpId: `idp|${key}-${name}`, name: `${name} of ${key}`, email: `${name}@${key}.example`, role },
    ...more,
  });
  return {
    company: { key, name: `${key} farms`, timezone: 'America/Santiago' },
    users: [
      user('ana', 'supervisor', { picture: 'https://pictures.example/ana.png' }),
      user('ben', 'supervisor'),
      user('ada', 'admin'),
      user('gus', 'agronomist'),
      user('ida', 'supervisor', { status: 'inactive' }),
    ],
    projects: [aProject('north', 'n', 60)],
    workerOptions: {
      position: ['harvester', 'driver'],
      employment_type: ['seasonal'],
      status: ['active', 'inactive'],
    },
    qualities: [
      { key: 'export', name: 'Export' },
      { key: 'local', name: 'Local' },
    ],
    apiTokens: [
      { name: 'production', scopes: ['read:production'] },
      { name: 'phytosanitary', scopes: ['read:phytosanitary'] },
    ],
    ...sections,
  };
}

export function aProject(key: string, prefix: string, sectors: number, over: Record<string, Json> = {}) {
  const { defaults, ...rest } = over;
  return {
    ...{ key, name: `Project ${key}`, timezone: ZONE, sectors: sectorsNamed(prefix, sectors) },
    defaults: { samplingUnit: 'kg', pricePerUnit: 120, maxDurationHours: 12, ...defaults },
    ...rest,
  };
}

/** The output of `furrow apply`. */
export interface AppliedIds {
  readonly companyId: string;
  readonly users: Record<string, string>;
  readonly projects: Record<string, string>;
  readonly sectors: Record<string, string>;
  readonly qualities: Record<string, string>;
  readonly forms: Record<string, string>;
  readonly tasks: Record<string, string>;
  readonly apiTokens: Record<string, { readonly keyId: string; readonly credential: string }>;
  /** The secrets of those that are new. */
  readonly devices: Record<string, { readonly deviceSecret: string }>;
}

/** Where a session may be opened. */
export type Place = Readonly<Record<'projectId' | 'sectorId' | 'sector_name', string>>;

/** The credentials of users and tokens. */
interface Clients {
  user(idpId: string): Client;
  token(credential: string): Client;
}

/** What may be sent of an applied farm: each thing new, or of a sector of its own. */
export class FarmBodies {
  #used = new Map<string, number>();
  #workers = 0;
  #events = 0;

  constructor(
    protected readonly file: FarmFile,
    readonly ids: AppliedIds,
  ) {}

  idpId(name: string): string {
    return `idp|${this.file.company.key}-${name}`;
  }

  /** A sector without any session so far. */
  place(project = 'north'): Place {
    const { sectors } = (this.file['projects'] as Json[]).find(({ key }) => key === project);
    const next = this.#used.get(project) ?? 0;
    if (next >= sectors.length) throw new Error(`All ${next} sectors of ${project} are used; give it more`);
    this.#used.set(project, next + 1);
    const { key, name } = sectors[next];
    return {
      projectId: this.ids.projects[project]!,
      sectorId: this.ids.sectors[`${project}/${key}`]!,
      sector_name: name,
    };
  }

  /** A body that opens a session this morning, in a sector of its own. */
  sessionBody(over: Record<string, unknown> = {}): Record<string, unknown> {
    const place = 'sectorId' in over ? {} : this.place();
    return { ...place, openedAt: hoursAgo(3), ...over };
  }

  workerBody(over: Record<string, unknown> = {}): Record<string, unknown> {
    const name = {
      first_name: `Worker${wordOf(++this.#workers)}`,
      last_name: 'Soto',
      hire_date: '2025-03-15',
    };
    return { ...name, position: 'harvester', employment_type: 'seasonal', status: 'active', ...over };
  }

  recordBody(
    sessionId: string,
    workerId: string,
    over: Record<string, unknown> = {},
  ): Record<string, unknown> {
    return { sessionId, workerId, units: 1, clientEventId: this.event(), ...over };
  }

  /** An unused key for a record. */
  event(): string {
    return `event-${++this.#events}`;
  }
}

/** A farm in a running system. */
export class ProvisionedFarm extends FarmBodies {
  constructor(
    private readonly clients: Clients,
    file: FarmFile,
    ids: AppliedIds,
  ) {
    super(file, ids);
  }

  as(name: string): Client {
    return this.clients.user(this.idpId(name));
  }

  program(token = 'production'): Client {
    return this.clients.token(this.ids.apiTokens[token]!.credential);
  }

  async session(client: Client, over: Record<string, unknown> = {}): Promise<Json> {
    const answer = await client.post(SESSIONS, this.sessionBody(over));
    if (answer.status !== 201) throw new Error(`No session was opened: ${answer.status} ${answer.text}`);
    return answer.data;
  }

  async worker(client: Client, over: Record<string, unknown> = {}): Promise<Json> {
    const answer = await client.post(WORKERS, this.workerBody(over));
    if (answer.status !== 201) throw new Error(`No worker was made: ${answer.status} ${answer.text}`);
    return answer.data;
  }
}

/** 1 → A, 2 → B, … 27 → AA, because names consist of letters. */
function wordOf(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return (rest > 0 ? wordOf(rest) : '') + String.fromCharCode(65 + ((count - 1) % 26));
}
