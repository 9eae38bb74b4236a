import { accessRows, wireAccessIn } from '@furrow/access';
import { agronomyRows, wireAgronomyIn } from '@furrow/agronomy';
import { type LocalDate, newId, SystemClock } from '@furrow/kernel';
import { Database, type servingTimeouts } from '@furrow/database';
import { InMemoryMediaStore } from '@furrow/media/testing';
import { createTestDatabase } from '@furrow/testbed';
import { Roster, wireWorkforce, wireWorkforceIn, workforceRows } from '@furrow/workforce';
import { ContextsFarmWork } from '../adapters/contexts-farm-work.ts';
import { PaidShifts } from '../adapters/workforce/paid-shifts.ts';
import { TypeormPayrollTransactions } from '../adapters/typeorm/typeorm-payroll-transactions.ts';
import { payrollRows } from '../adapters/typeorm/rows.ts';
import { payrollOn, wirePayrollIn } from '../wiring.ts';

const CLOCK = new SystemClock();
/** A Monday; the hours that the crew works are paid 10 each. */
export const DAY = '2026-01-05' as LocalDate;

const ANA = { called: 'Ana Rojas', since: '2019-05-07' as LocalDate };

/** Payroll as one process runs it. */
export interface PayrollProcess {
  readonly database: Database;
  readonly transactions: TypeormPayrollTransactions;
  readonly payroll: ReturnType<typeof payrollOn>;
  readonly workforce: ReturnType<typeof wireWorkforce>;
}

/** A company with one worker. */
export interface PaidCompany {
  readonly companyId: string;
  readonly admin: { readonly userId: string; readonly idpId: string };
  readonly projectId: string;
  readonly workerId: string;
}

/** Payroll on a database of its own, as any number of processes run it. */
export class PayrollOnPostgres {
  readonly #processes: PayrollProcess[] = [];

  private constructor(private readonly test: Awaited<ReturnType<typeof createTestDatabase>>) {}

  static async start(): Promise<PayrollOnPostgres> {
    return new PayrollOnPostgres(await createTestDatabase());
  }

  async process(timeouts?: ReturnType<typeof servingTimeouts>): Promise<PayrollProcess> {
    const rows = [...accessRows, ...agronomyRows, ...workforceRows, ...payrollRows];
    const database = await Database.connect(this.test.url, {
      ...{ poolSize: 10, rows },
      ...(timeouts && { timeouts }),
    });
    const transactions = new TypeormPayrollTransactions(database, (tx) => new ContextsFarmWork(tx));
    const made = {
      ...{ database, transactions, payroll: payrollOn(transactions, CLOCK) },
      workforce: wireWorkforce(database, new InMemoryMediaStore(), CLOCK, new PaidShifts()),
    };
    this.#processes.push(made);
    return made;
  }

  async stop(): Promise<void> {
    for (const { database } of this.#processes) await database.close();
    await this.test.drop();
  }
}

/** Creates a company as `furrow apply` would. */
export function aPaidCompany({ database }: PayrollProcess): Promise<PaidCompany> {
  const companyId = newId();
  return database.tenant(companyId, async (tx) => {
    const access = wireAccessIn(tx, CLOCK);
    await access.applyCompany.execute({ key: companyId, name: 'A farm', timezone: 'UTC', currency: 'USD' });
    const idpId = `${companyId}|ada`;
    const users = await access.applyUsers.execute([{ idpId, name: 'Ada', role: 'admin' }], { prune: false });
    const { projects } = await wireAgronomyIn(tx).applyProjects.execute(
      [{ key: 'north', name: 'North', timezone: 'UTC', sectors: [{ key: 'n', name: 'N' }] }],
      { prune: false },
    );
    await wirePayrollIn(tx).applyPayPolicies.execute([{ validFrom: '2020-01-01', hourlyRate: 10 }], {
      prune: false,
    });
    const workers = await wireWorkforceIn(tx, CLOCK).enlistWorkers.execute(companyId, [ANA], new Roster([]));
    return {
      companyId,
      admin: { userId: users.get(idpId) as string, idpId },
      projectId: projects['north'] as string,
      workerId: workers.get(ANA.called) as string,
    };
  });
}

/** A shift of so many hours on `DAY`. */
export async function worked(
  { workforce }: PayrollProcess,
  { companyId, admin, projectId, workerId }: PaidCompany,
  hours: number,
): Promise<string> {
  const startedAt = new Date(`${DAY}T06:00:00Z`);
  const [outcome] = await workforce.recordShifts.execute(companyId, admin, [
    {
      ...{ workerId, projectId, sectorId: null, kind: 'hourly', startedAt, breaks: [], notes: null },
      endedAt: new Date(startedAt.getTime() + hours * 3_600_000),
      clientEventId: newId(),
    },
  ]);
  if (outcome?.kind !== 'created') throw new Error('The shift was refused');
  return outcome.shift.id;
}
