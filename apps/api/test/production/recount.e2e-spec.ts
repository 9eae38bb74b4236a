import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { until } from '@furrow/testbed';
import {
  aFarm,
  aProject,
  BULK,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Answer, dateIn, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { comparable, recountTotals, recountWorkers } from '../harness/recount.ts';

const RUNS = 10;
const OWNERS = ['ana', 'ben'] as const;

let system: System;
let farm: ProvisionedFarm;
let workers: string[];

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme', { projects: [aProject('north', 'n', 200)] }));
  workers = [];
  for (let i = 0; i < 3; i++) workers.push((await farm.worker(farm.as('ana'))).id);
});
afterAll(() => system?.stop());

/** One action of an owner in his own session. Records and voids are identified by a small number. */
type Step = { readonly owner: 0 | 1 } & (
  | {
      readonly does: 'add';
      readonly event: number;
      readonly worker: number;
      readonly quality: number;
      readonly units: number;
    }
  | {
      readonly does: 'sync';
      readonly events: readonly number[];
      readonly worker: number;
      readonly units: number;
    }
  | { readonly does: 'void'; readonly event: number }
  | { readonly does: 'close' }
);

const owner = fc.constantFrom<0 | 1>(0, 1);
const event = fc.nat(7); // few, so that steps repeat and contradict each other
const worker = fc.nat(2);
// Units whose sum in binary fractions would be wrong.
const units = fc.integer({ min: 1, max: 3_000_000 }).map((millionths) => millionths / 1_000_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      owner,
      event,
      worker,
      quality: fc.nat(2),
      units,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('sync' as const),
      owner,
      events: fc.array(event, { minLength: 1, maxLength: 8 }),
      worker,
      units,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('void' as const), owner, event }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const), owner }) },
);
/** Steps of one group run concurrently. */
const plan = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 10 });

/** The state of one run: a session of each owner, and the records made so far. */
class Run {
  readonly #records = new Map<string, string>();

  constructor(
    private readonly name: string,
    readonly sessions: readonly [Json, Json],
  ) {}

  async take(taken: Step): Promise<void> {
    const client = farm.as(OWNERS[taken.owner]);
    const { sessionId } = this.sessions[taken.owner];
    switch (taken.does) {
      case 'add': {
        const answer = await client.post(RECORDS, this.#body(taken, taken.event, taken.quality));
        this.#keep(taken.owner, taken.event, answer);
        allow(answer, [200, 201, 409, 422]);
        return;
      }
      case 'sync': {
        const answer = await client.post(BULK, {
          records: taken.events.map((each) => this.#body(taken, each, 0)),
        });
        allow(answer, [207]);
        for (const [i, result] of answer.data.results.entries())
          this.#keep(taken.owner, taken.events[i]!, { ...answer, status: result.status, data: result });
        return;
      }
      case 'void': {
        const recordId = this.#records.get(`${taken.owner} ${taken.event}`);
        if (recordId !== undefined) allow(await client.post(`${RECORDS}/${recordId}/void`), [200, 409]);
        return;
      }
      case 'close':
        allow(await client.post(`${SESSIONS}/${sessionId}/close`), [200, 409]);
    }
  }

  #body(
    taken: { owner: 0 | 1; worker: number; units: number },
    each: number,
    quality: number,
  ): Record<string, unknown> {
    return {
      ...{
        sessionId: this.sessions[taken.owner].sessionId,
        workerId: workers[taken.worker],
        units: taken.units,
      },
      qualityId: [null, farm.ids.qualities['export']!, farm.ids.qualities['local']!][quality],
      ...{ clientEventId: `${this.name}-${each}`, recordedAt: this.sessions[taken.owner].openedAt },
    };
  }

  #keep(by: 0 | 1, each: number, { status, data }: Answer): void {
    if (status < 300) this.#records.set(`${by} ${each}`, data.recordId);
  }
}

function allow({ status, text }: Answer, statuses: readonly number[]): void {
  if (!statuses.includes(status)) throw new Error(`Answered ${status}: ${text}`);
}

describe('after any interleaving of add, repeat, void and close', () => {
  it('totals and the harvest report equal a recount of the records', async () => {
    let runs = 0;
    const property = fc.asyncProperty(plan, async (groups) => {
      const places = { openedAt: hoursAgo(2) };
      const run = new Run(`run-${++runs}`, [
        await farm.session(farm.as('ana'), places),
        await farm.session(farm.as('ben'), places),
      ]);
      for (const group of groups) await Promise.all(group.map((each) => run.take(each)));
      for (const [i, { sessionId, sectorId }] of run.sessions.entries()) {
        const recounted = await recountTotals(system, sessionId);
        const { totals } = (await farm.as(OWNERS[i]!).get(`${SESSIONS}/${sessionId}`)).data;
        const { amount: _, ...counted } = totals;
        expect(counted).toEqual(recounted);
        await expectReport(sessionId, sectorId, recounted);
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});

async function expectReport(sessionId: string, sectorId: string, recounted: Json): Promise<void> {
  const today = dateIn(ZONE);
  const query = new URLSearchParams({ startTime: today, endTime: today, sectorId });
  const report = await until('the quality breakdown is up to date', async () => {
    const [session] = (await farm.program().get(`${HARVEST}?${query.toString()}`)).data;
    return !session.needsRecalc && session;
  });
  expect(report).toMatchObject({
    sessionId,
    totalUnits: recounted.validUnits,
    workerCount: recounted.workerCount,
  });
  const byWorker = await recountWorkers(system, sessionId);
  expect(comparable(report.workers)).toEqual(comparable(byWorker));
  const byQuality = new Map<string | null, number>();
  for (const { qualityBreakdown } of byWorker)
    for (const { qualityId, validUnits } of qualityBreakdown)
      byQuality.set(qualityId, Number(((byQuality.get(qualityId) ?? 0) + Number(validUnits)).toFixed(6)));
  expect(new Map(report.qualityBreakdown.map((quality: Json) => [quality.qualityId, quality.units]))).toEqual(
    byQuality,
  );
}
