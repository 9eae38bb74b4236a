import type { SessionReport } from '../../office/session-report.ts';
import type { Ledger } from '../../phone/ledger.ts';

/** What a worker has on the phone beside what the office has; undefined where the office has not answered. */
export interface WorkerLine {
  readonly workerId: string;
  readonly name: string;
  readonly phone: number;
  readonly office: number | undefined;
}

/** By name; workers with nothing on both sides are left out. */
export function linesOf(
  ledger: Ledger,
  key: string,
  report: SessionReport | undefined,
  nameOf: (workerId: string) => string | undefined,
): readonly WorkerLine[] {
  const sums = ledger.sumsOf(key);
  const reported = new Map(report?.workers.map((worker) => [worker.workerId, worker]));
  return [...new Set([...sums.keys(), ...reported.keys()])]
    .map((workerId): WorkerLine => {
      const office = report && (reported.get(workerId)?.units ?? 0);
      const name = nameOf(workerId) ?? reported.get(workerId)?.name ?? workerId;
      return { workerId, name, phone: sums.get(workerId)?.units ?? 0, office };
    })
    .filter(({ phone, office }) => phone !== 0 || office !== 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}

export const agrees = ({ phone, office }: WorkerLine): boolean => phone === office;
