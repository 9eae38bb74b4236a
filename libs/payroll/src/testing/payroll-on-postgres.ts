import { accessRows, wireAccessIn } from '@furrow/access';
import { agronomyRows, wireAgronomyIn } from '@furrow/agronomy';
import { type LocalDate, newId, SystemClock } from '@furrow/kernel';
import { Database, type servingTimeouts } from '@furrow/database';
import { InMemoryMediaStore } from '@furrow/media/testing';
import { FixedClock } from '@furrow/kernel/testing';
import { wireProductionIn } from '@furrow/production';
import { createTestDatabase } from '@furrow/testbed';
import { Roster, wireWorkforce, wireWorkforceIn, workforceRows } from '@furrow/workforce';
import { ContextsFarmWork } from '../adapters/contexts-farm-work.ts';
import { PaidShifts } from '../adapters/workforce/paid-shifts.ts';
import { TypeormPayrollTransactions } from '../adapters/typeorm/typeorm-payroll-transactions.ts';
import type { PayrollPorts } from './contract/contract-companies.ts';
import type { PaidCompany } from './paid-company.ts';
import { payrollRows } from '../adapters/typeorm/rows.ts';
import { DeletePayRun } from '../application/delete-pay-run.ts';
import { FreezePayRun } from '../application/freeze-pay-run.ts';
import { GetPayRun } from '../application/get-pay-run.ts';
import { ListPayRuns } from '../application/list-pay-runs.ts';
import { OpenPayRun } from '../application/open-pay-run.ts';
import { wirePayrollIn } from '../wiring.ts';

const CLOCK = new SystemClock();
/** A Monday; the hours that the crew works are paid 10 each. */
export const DAY = '2026-01-05' as LocalDate;

const ANA = { called: 'Ana Rojas', since: '2019-05-07' as LocalDate };
const BEN = { called: 'Ben Soto', since: '2020-02-03' as LocalDate };
const sectors = [{ key: 'a', name: 'A' }];

/** Payroll as one process runs it. */
export interface PayrollProcess {
  readonly database: Database;
  readonly transactions: TypeormPayrollTransactions;
  readonly payroll: ReturnType<typeof useCasesOn>;
  readonly workforce: ReturnType<typeof wireWorkforce>;
}

/** As `wirePayroll` makes them, over transactions that tests hold. */
const useCasesOn = (transactions: TypeormPayrollTransactions) => ({
  openPayRun: new OpenPayRun(transactions, CLOCK),
  getPayRun: new GetPayRun(transactions, CLOCK),
  listPayRuns: new ListPayRuns(transactions),
  freezePayRun: new FreezePayRun(transactions, CLOCK),
  deletePayRun: new DeletePayRun(transactions),
});

/** Payroll on a database of its own, as any number of processes run it. */
export class PayrollOnPostgres {
  readonly #processes: PayrollProcess[] = [];

  private constructor(private readonly test: Awaited<ReturnType<typeof createTestDatabase>>) {}

  static async start({ onCitus = false } = {}): Promise<PayrollOnPostgres> {
    return new PayrollOnPostgres(await createTestDatabase({ onCitus }));
  }

  async process(timeouts?: ReturnType<typeof servingTimeouts>): Promise<PayrollProcess> {
    const rows = [...accessRows, ...agronomyRows, ...workforceRows, ...payrollRows];
    const database = await Database.connect(this.test.url, {
      ...{ poolSize: 10, rows },
      ...(timeouts && { timeouts }),
    });
    const transactions = new TypeormPayrollTransactions(database, (tx) => new ContextsFarmWork(tx));
    const made = {
      ...{ database, transactions, payroll: useCasesOn(transactions) },
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
      [
        { key: 'north', name: 'North', timezone: 'UTC', sectors },
        { key: 'south', name: 'South', timezone: 'UTC', sectors },
      ],
      { prune: false },
    );
    await wirePayrollIn(tx).applyPayPolicies.execute([{ validFrom: '2020-01-01', hourlyRate: 10 }], {
      prune: false,
    });
    const workers = await wireWorkforceIn(tx, CLOCK).enlistWorkers.execute(
      companyId,
      [ANA, BEN],
      new Roster([]),
    );
    return {
      companyId,
      admin: { userId: users.get(idpId) as string, idpId },
      projectId: projects['north'] as string,
      otherProjectId: projects['south'] as string,
      workerId: workers.get(ANA.called) as string,
      otherWorkerId: workers.get(BEN.called) as string,
    };
  });
}

/** A shift of so many hours on `DAY`. */
export const worked = (process: PayrollProcess, at: PaidCompany, hours: number): Promise<string> =>
  shiftOn(process, at, {
    ...{ projectId: at.projectId, workerId: at.workerId, day: DAY, kind: 'hourly', hours },
  });

/** A shift from 6:00 on. @returns its id */
export async function shiftOn(
  { workforce }: PayrollProcess,
  { companyId, admin }: PaidCompany,
  { projectId, workerId, day, kind, hours }: Parameters<PayrollPorts['work']>[1],
): Promise<string> {
  const startedAt = new Date(`${day}T06:00:00Z`);
  const [outcome] = await workforce.recordShifts.execute(companyId, admin, [
    {
      ...{ workerId, projectId, sectorId: null, kind, startedAt, breaks: [], notes: null },
      endedAt: new Date(startedAt.getTime() + hours * 3_600_000),
      clientEventId: newId(),
    },
  ]);
  if (outcome?.kind !== 'created') throw new Error('The shift was refused');
  return outcome.shift.id;
}

/** A closed session at a price of 2, in which the units were picked at 7:00. @returns its id */
async function pickedOn(
  { database }: PayrollProcess,
  { companyId, admin }: PaidCompany,
  { projectId, workerId, day, units }: Parameters<PayrollPorts['pick']>[1],
): Promise<string> {
  const openedAt = new Date(`${day}T06:30:00Z`);
  const clock = new FixedClock(openedAt);
  return database.tenant(companyId, async (tx) => {
    const [sector] = await tx.query<{ sectorId: string }>(
      'SELECT sector_id AS "sectorId" FROM agronomy.sectors WHERE project_id = $1',
      [projectId],
    );
    const harvest = wireProductionIn(tx, clock);
    const { session } = await harvest.openSession.execute(companyId, admin, {
      ...{
        projectId,
        sectorId: sector?.sectorId as string,
        openedAt,
        samplingUnit: 'bin',
        pricePerUnit: '2',
      },
      ...{ bonus: null, maxDurationHours: null, notes: null, localId: null, overrideReason: null },
      ...{
        operationReferenceCode: null,
        harvestLotCode: null,
        driverName: null,
        licensePlate: null,
        harvestUnitId: null,
      },
    });
    const recordedAt = new Date(`${day}T07:00:00Z`);
    clock.set(recordedAt);
    await harvest.addRecords.execute(companyId, admin, [
      {
        ...{ sessionId: session.id, workerId, qualityId: null, units, clientEventId: newId() },
        ...{ idempotencyKey: null, recordedAt, notes: null },
      },
    ]);
    await harvest.closeSession.execute(companyId, admin.userId, { sessionId: session.id, finalNotes: null });
    return session.id;
  });
}

/** Payroll's ports as the module wires them. */
export async function payrollPortsOnPostgres(options = { onCitus: false }): Promise<PayrollPorts> {
  const postgres = await PayrollOnPostgres.start(options);
  const process = await postgres.process();
  return {
    transactions: process.transactions,
    newCompany: () => aPaidCompany(process),
    work: (at, shift) => shiftOn(process, at, shift),
    pick: (at, picked) => pickedOn(process, at, picked),
    close: () => postgres.stop(),
  };
}
