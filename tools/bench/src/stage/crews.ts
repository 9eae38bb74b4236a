import type { UserPrincipal } from '@furrow/access/domain';
import { newId } from '@furrow/kernel';
import { asked } from '@furrow/program';
import type { RunningApi, Stage } from './stage.ts';

export const WORKERS_OF_A_SESSION = 20;
const SESSIONS = '/api/control/production/sessions';
const QUALITIES = ['export', 'local', 'industry'];

/** A supervisor with one open session, and the workers who pick in it. */
export interface Crew {
  readonly companyId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly jwt: string;
  readonly sessionId: string;
  /** When the session was opened; its records may carry this instant. */
  readonly openedAt: string;
  readonly workers: readonly { readonly id: string; readonly name: string }[];
  readonly qualities: readonly { readonly id: string; readonly name: string }[];
}

/** Provisions one farm with `count` crews, each with its own supervisor, sector and open session. */
export async function openCrews(stage: Stage, api: RunningApi, farm: string, count: number): Promise<Crew[]> {
  const idpIds = Array.from({ length: count }, (_, i) => `${farm}|supervisor-${i}`);
  const role: UserPrincipal['role'] = 'supervisor';
  const sectors = idpIds.map((_, i) => ({ key: `s${i}`, name: `Sector ${i}` }));
  const applied = await stage.apply({
    company: { key: farm, name: farm, timezone: 'UTC' },
    users: idpIds.map((idpId) => ({ idpId, name: idpId, role })),
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC', sectors }],
    qualities: QUALITIES.map((key) => ({ key, name: key })),
  });
  const { companyId } = applied;
  const workers = await hire(stage, companyId, count * WORKERS_OF_A_SESSION);
  const qualities = Object.entries(applied.qualities).map(([name, id]) => ({ id, name }));
  const projectId = applied.projects['farm'] ?? '';
  return Promise.all(
    idpIds.map(async (idpId, i) => {
      const session = await openSession(stage, api, idpId, {
        ...{ projectId, sectorId: applied.sectors[`farm/s${i}`] },
      });
      const crew = workers.slice(i * WORKERS_OF_A_SESSION, (i + 1) * WORKERS_OF_A_SESSION);
      const userId = applied.users[idpId] ?? '';
      return { companyId, userId, projectId, ...session, workers: crew, qualities };
    }),
  );
}

/** Opens a session as an already provisioned user. */
export async function openSession(
  stage: Stage,
  api: RunningApi,
  idpId: string,
  place: { readonly projectId: string | undefined; readonly sectorId: string | undefined },
): Promise<Pick<Crew, 'jwt' | 'sessionId' | 'openedAt'>> {
  const jwt = await stage.jwt(idpId);
  const openedAt = new Date().toISOString();
  const body = { ...place, sector_name: '-', openedAt };
  const { sessionId } = await asked<{ sessionId: string }>(api.url, jwt, 'POST', SESSIONS, body);
  return { jwt, sessionId, openedAt };
}

/** Adds workers to the company in one statement. */
export async function hire(stage: Stage, companyId: string, count: number) {
  const workers = Array.from({ length: count }, (_, i) => ({ id: newId(), name: `Picker ${i}` }));
  await stage.asSuperuser((client) =>
    client.query(
      `INSERT INTO workforce.workers
         (company_id, worker_id, code, code_stem, code_number, first_name, last_name, full_name, hire_date,
          position, employment_type, status, name_key, search_text, created_at, updated_at)
       SELECT $1, id, 'P-' || had + number, 'P', had + number, 'Picker', number::text, name, '2026-01-01',
              'harvester', 'seasonal', 'active', 'picker ' || had + number, lower(name), now(), now()
       FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS w (id, name, number),
            (SELECT coalesce(max(code_number), 0) AS had FROM workforce.workers WHERE company_id = $1) AS before`,
      [companyId, workers.map(({ id }) => id), workers.map(({ name }) => name)],
    ),
  );
  return workers;
}
