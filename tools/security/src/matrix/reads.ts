import type { Farm } from '../stage/farm.ts';
import { ZONE } from '../stage/farm-file.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import type { Disguises, Refused } from './rows.ts';

/** The answer to callers whom the request does not concern: a status for their own data, or a refusal. */
export type Answered = number | Refused;

/** A request that must succeed for its owner. */
export interface GoodRequest {
  /** With the query. */
  readonly path: string;
  readonly body?: object;
  /** In place of `body`, for operations whose body is a file. */
  readonly file?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status for its owner. */
  readonly own: number;
  /** With another company's credential. */
  readonly foreign: Answered;
  /** With a colleague's credential; absent where nothing is owned. */
  readonly other?: Answered;
  /** For bulk requests, which always answer 207: the code of each part. */
  readonly partly?: string;
  /** Where the credential is part of the request. */
  readonly disguises?: Disguises;
}

type Made = GoodRequest | readonly GoodRequest[];
export type Maker = (farm: Farm, companies: TwoCompanies) => Made | Promise<Made>;

// Builders of reads, whose filters say whose data is requested.

export const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const today = () => daysFromNow(0);
export const query = (members: Record<string, string>) => new URLSearchParams(members).toString();
export const northOf = ({ ids }: Farm) => ({
  projectId: ids.projects['north'] ?? '',
  sectorId: ids.sectors['north/s0'] ?? '',
});

/** Reports, which cover the company and filter by project. */
export function report(path: string): Maker {
  return (farm) => {
    const { projectId, sectorId } = northOf(farm);
    const asked = (filters: Record<string, string>, foreign: Answered): GoodRequest => ({
      ...{
        path: `${path}?${query({ startTime: '2026-01-01', endTime: '2026-01-02', ...filters })}`,
        own: 200,
        foreign,
      },
    });
    const now = { startTime: today(), endTime: today() };
    return [
      asked(now, 200),
      asked({ ...now, companyId: farm.ids.companyId }, [403, 'company_mismatch']),
      asked({ ...now, projectId }, [403, 'project_forbidden']),
      asked({ ...now, sectorId }, [403, 'sector_forbidden']),
    ];
  };
}

export function feed(path: string): Maker {
  const whole = report(path);
  return async (farm, companies) => {
    const since = `${path}?${query({ updatedSince: '2026-01-01T00:00:00Z' })}`;
    return [...((await whole(farm, companies)) as GoodRequest[]), { path: since, own: 200, foreign: 200 }];
  };
}

export function series(kind: string, base = '/api/iot'): Maker {
  return (farm) => {
    const { projectId } = northOf(farm);
    const range = { from: '2026-01-10T00:00:00', to: '2026-01-11T00:00:00', timezone: ZONE };
    return {
      ...{ path: `${base}/${kind}?${query({ projectId, ...range })}`, own: 200 },
      foreign: [403, 'project_forbidden'],
    };
  };
}

/** Reads with the company's own project, sector and device; each is also replaced by another company's. */
export const indicator =
  (base: string): Maker =>
  (farm) => {
    const { projectId, sectorId } = northOf(farm);
    const range = { from: '2026-01-10', to: '2026-01-11' };
    const deviceId = farm.deviceId('one');
    return [
      [{ projectId }, [403, 'project_forbidden']] as const,
      [{ projectId, sectorId }, [403, 'project_forbidden']] as const,
      [{ projectId, deviceId }, [403, 'project_forbidden']] as const,
    ].map(([of, foreign]) => ({
      ...{ path: `${base}/indicators/chill?${query({ ...of, ...range })}`, own: 200, foreign },
    }));
  };

export const list =
  (path: string): Maker =>
  () => ({ path, own: 200, foreign: 200, other: 200 });
