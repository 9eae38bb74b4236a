import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KillablePostgres } from '@furrow/testbed';
import { aFarm, BULK, type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { type Json, System } from '@furrow/testbed/system';
import { recountTotals } from '../harness/recount.ts';

const CALLS = 24;
const RECORDS_PER_CALL = 60;
const PHONES = 4;

let postgres: KillablePostgres;
let system: System;
let farm: ProvisionedFarm;
beforeAll(async () => {
  const made = await KillablePostgres.make();
  ({ postgres } = made);
  system = await System.start({}, made.database);
  farm = await system.provision(aFarm('acme'));
});
afterAll(async () => {
  await system?.stop();
  await postgres?.remove();
});

/** A crew's day on several phones: calls with records for some sessions. */
class Sync {
  /** Ids of the acknowledged records. */
  readonly acknowledged = new Set<string>();

  private constructor(
    readonly sessions: readonly string[],
    readonly calls: readonly Record<string, unknown>[][],
  ) {}

  static async prepare(): Promise<Sync> {
    const ana = farm.as('ana');
    const sessions: string[] = [];
    for (let i = 0; i < 3; i++) sessions.push((await farm.session(ana)).sessionId);
    const workers: string[] = [];
    for (let i = 0; i < 4; i++) workers.push((await farm.worker(ana)).id);
    const record = (i: number) =>
      farm.recordBody(sessions[i % sessions.length]!, workers[i % workers.length]!, { units: 0.1 + (i % 9) });
    const calls = Array.from({ length: CALLS }, (_, call) =>
      Array.from({ length: RECORDS_PER_CALL }, (__, i) => record(call * RECORDS_PER_CALL + i)),
    );
    return new Sync(sessions, calls);
  }

  /**
   * Sends everything, each phone one call after the other; failed calls are not repeated.
   * @param onAnswer called after each answer with their number
   * @returns how many calls were answered, and the outcomes of their records
   */
  async send(onAnswer: (answers: number) => void = () => undefined) {
    const left = [...this.calls];
    const sum = { answers: 0, created: 0, repeated: 0, failed: 0 };
    const phone = async () => {
      const ana = farm.as('ana');
      for (let records = left.shift(); records; records = left.shift()) {
        const answer = await ana.post(BULK, { records }).catch(() => undefined);
        if (answer?.status !== 207) continue;
        for (const { recordId } of answer.data.results as Json[])
          if (recordId) this.acknowledged.add(recordId);
        for (const name of ['created', 'repeated', 'failed'] as const)
          sum[name] += Number(answer.data.summary[name]);
        onAnswer(++sum.answers);
      }
    };
    await Promise.all(Array.from({ length: PHONES }, phone));
    return sum;
  }
}

async function expectEveryRecordOnce(sync: Sync): Promise<void> {
  const rows = await system.sql<{ id: string; event: string }>(
    'SELECT record_id AS id, client_event_id AS event FROM production.records WHERE session_id = ANY($1::uuid[])',
    [sync.sessions],
  );
  const sent = sync.calls.flat().map(({ clientEventId }) => clientEventId);
  expect(rows.map(({ event }) => event).sort()).toEqual(sent.sort());
  for (const sessionId of sync.sessions) {
    const { amount: _, ...totals } = (await farm.as('ana').get(`${SESSIONS}/${sessionId}`)).data.totals;
    expect(totals).toEqual(await recountTotals(system, sessionId));
  }
}

async function expectAcknowledgedKept(sync: Sync): Promise<void> {
  const ids = [...sync.acknowledged];
  const rows = await system.sql('SELECT FROM production.records WHERE record_id = ANY($1::uuid[])', [ids]);
  expect(rows).toHaveLength(ids.length);
}

describe('in the middle of a bulk sync', () => {
  it('the API is killed and restarted, and the repeated sync leaves every record once', async () => {
    const sync = await Sync.prepare();

    let killed: Promise<unknown> | undefined;
    const first = await sync.send((answers) => {
      if (answers === 5) killed = system.kill();
    });
    await killed;
    expect(first.answers).toBeGreaterThanOrEqual(5);
    expect(first.answers).toBeLessThan(CALLS);
    await expectAcknowledgedKept(sync);

    await system.startAgain();
    await expectAcknowledgedKept(sync);
    const second = await sync.send();
    expect(second).toMatchObject({ answers: CALLS, failed: 0 });
    expect(second.repeated).toBeGreaterThanOrEqual(first.created);
    await expectEveryRecordOnce(sync);
    expect(await sync.send()).toMatchObject({ created: 0, repeated: CALLS * RECORDS_PER_CALL, failed: 0 });
  });

  it('everything is killed at once and restarted, and the repeated sync leaves every record once', async () => {
    const sync = await Sync.prepare();

    let killed: Promise<unknown> | undefined;
    const first = await sync.send((answers) => {
      if (answers === 5) killed = Promise.all([postgres.kill(), system.kill()]);
    });
    await killed;
    expect(first.answers).toBeLessThan(CALLS);

    await system.startAgain(await postgres.startAgain());
    await expectAcknowledgedKept(sync);
    const second = await sync.send();
    expect(second).toMatchObject({ answers: CALLS, failed: 0 });
    await expectEveryRecordOnce(sync);
  });

  it('only the database is killed: nothing acknowledged is lost, and the API continues to serve', async () => {
    const sync = await Sync.prepare();

    let killed: Promise<unknown> | undefined;
    await sync.send((answers) => {
      if (answers === 5) killed = postgres.kill();
    });
    await killed;
    await postgres.startAgain();
    await expectAcknowledgedKept(sync);
    expect(await sync.send()).toMatchObject({ answers: CALLS, failed: 0 });
    await expectEveryRecordOnce(sync);
  });
});
