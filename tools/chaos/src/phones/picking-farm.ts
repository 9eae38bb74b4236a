import { asked } from '@furrow/program';
import type { ChaosSystem } from '../chaos-system.ts';

/** In hundredths, so that sums of it are exact. */
const CENTS_OF_A_BUCKET = 37;
/** What is written on a bin that several share; it holds one bucket. */
export const BIN = 'bin';
/** A second record of a worker within so many seconds is told as repeated. */
export const REPEAT_SECONDS = 60;
const ADMIN = 'admin';
const EVENING = 19;

export interface Picker {
  readonly id: string;
  readonly name: string;
  readonly badge: string;
  /** The one in its place after it was lost. */
  readonly spare: string;
}

export interface PickingFarm {
  readonly timezone: string;
  /** Of each phone: who counts with it, and where. */
  readonly bosses: readonly { readonly idpId: string; readonly userId: string; readonly sector: string }[];
  readonly pickers: readonly Picker[];
  /** Gives a worker the spare badge, now. */
  readonly replaceBadge: (picker: Picker) => Promise<void>;
  /** The gross pay of today of each worker, in cents. */
  readonly payOfToday: () => Promise<ReadonlyMap<string, number>>;
  readonly sessions: (idpId: string) => Promise<readonly Session[]>;
}

interface Session {
  readonly sessionId: string;
  readonly status: string;
  readonly totals: {
    readonly validUnits: number;
    readonly recordCount: number;
    readonly voidedCount: number;
    readonly amount: number;
  };
}

/** A zone where it is evening, so that the twelve hours before are of the same day. */
export function zoneInTheEvening(now = new Date()): string {
  const ahead = ((EVENING - now.getUTCHours() + 36) % 24) - 12;
  if (ahead === 0) return 'Etc/UTC';
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`; // the sign in these names is inverted
}

/** Two crews that are paid by the bucket. */
export async function openPickingFarm(
  system: ChaosSystem,
  { phones, pickers: count }: { readonly phones: number; readonly pickers: number },
): Promise<PickingFarm> {
  const timezone = zoneInTheEvening();
  const idpIds = Array.from({ length: phones }, (_, i) => `boss-${i + 1}`);
  const applied = await system.operator.apply<{ readonly users: Record<string, string> }>({
    company: { key: 'picking', name: 'Picking', timezone, currency: 'EUR' },
    payPolicies: [{ validFrom: '2020-01-01' }],
    users: [
      { idpId: ADMIN, name: ADMIN, role: 'admin' },
      ...idpIds.map((idpId) => ({ idpId, name: idpId, role: 'supervisor' })),
    ],
    containers: [{ key: BIN, name: 'Bin', unit: 'bucket', units: 1 }],
    projects: [
      {
        ...{ key: 'orchard', name: 'Orchard', timezone },
        defaults: {
          ...{ samplingUnit: 'bucket', pricePerUnit: CENTS_OF_A_BUCKET / 100 },
          ...{ maxDurationHours: 16, repeatSeconds: REPEAT_SECONDS },
        },
        sectors: idpIds.map((_, i) => ({ key: `row-${i + 1}`, name: `Row ${i + 1}` })),
      },
    ],
    workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active'] },
  });
  const admin = await system.jwt(ADMIN);
  const call = <Data>(method: string, path: string, body?: unknown) =>
    asked<Data>(system.apiUrl, admin, method, `/api/control${path}`, body);
  const pickers = await registered(call, count);
  return {
    ...{ timezone, pickers },
    bosses: idpIds.map((idpId, i) => ({
      ...{ idpId, userId: applied.users[idpId] ?? '', sector: `Row ${i + 1}` },
    })),
    replaceBadge: ({ id, spare }) => call('PUT', `/badges/${spare}`, { workerId: id }),
    payOfToday: async () => {
      const today = new Date().toLocaleDateString('sv-SE', { timeZone: timezone });
      type Run = { readonly statements: readonly { readonly workerId: string; readonly gross: number }[] };
      const { statements } = await call<Run>('POST', '/pay-runs', { from: today, to: today });
      return new Map(statements.map(({ workerId, gross }) => [workerId, Math.round(gross * 100)]));
    },
    sessions: async (idpId) => {
      const path = '/api/control/production/sessions';
      return asked<readonly Session[]>(system.apiUrl, await system.jwt(idpId), 'GET', path);
    },
  };
}

/**
 * What a session comes to for each worker, in cents: truncated, and what is left goes to the largest remainders, of equal ones to
 * the larger part, then to the first worker by id.
 * @param buckets of each worker, in millionths; whole together
 */
export function centsOf(buckets: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const parts = [...buckets].map(([id, millionths]) => ({ id, exact: millionths * CENTS_OF_A_BUCKET }));
  const rest = ({ exact }: { readonly exact: number }) => exact % 1_000_000;
  const left = parts.reduce((sum, part) => sum + rest(part), 0) / 1_000_000;
  const inOrder = parts.sort((a, b) => rest(b) - rest(a) || b.exact - a.exact || (a.id < b.id ? -1 : 1));
  return new Map(inOrder.map(({ id, exact }, i) => [id, Math.floor(exact / 1_000_000) + (i < left ? 1 : 0)]));
}

type Call = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

async function registered(call: Call, count: number): Promise<readonly Picker[]> {
  const workers = Array.from({ length: count }, (_, i) => ({
    ...{ first_name: nameOf(i), last_name: 'Rojas', hire_date: '2026-01-15' },
    ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
  }));
  type Results = { readonly results: readonly { readonly workerId: string }[] };
  const { results } = await call<Results>('POST', '/workers/bulk', { workers });
  const pickers = results.map(({ workerId }, i) => ({
    ...{ id: workerId, name: `${nameOf(i)} Rojas`, badge: `BADGE-${i + 1}`, spare: `SPARE-${i + 1}` },
  }));
  // The clocks of the phones are hours behind.
  const from = new Date(Date.now() - 86_400_000).toISOString();
  for (const { id, badge } of pickers) await call('PUT', `/badges/${badge}`, { workerId: id, from });
  return pickers;
}

/** None is the beginning of another. */
const nameOf = (index: number) => `Picker${String(index + 1).padStart(3, '0')}`;
