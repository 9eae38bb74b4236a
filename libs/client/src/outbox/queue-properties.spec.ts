import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryStore } from '../stores/memory-store.ts';
import { Crash, LockedCrashingStore } from '../testing/crashing-store.ts';
import { FakeFarm, FAULTS } from '../testing/fake-farm.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { Outbox } from './outbox.ts';

const STEPS = [
  ...(['open', 'worker', 'record', 'void', 'close', 'form', 'shift', 'end', 'treatment'] as const),
  ...(['sync', 'two tabs'] as const),
] as const;
const PERSON = { last_name: 'Soto', hire_date: '2026-03-02', employment_type: 'seasonal', status: 'active' };

const SHIFT = { projectId: 'north', kind: 'piece' as const, startedAt: '2026-03-02T08:00:00Z' };
const TREATMENT = {
  ...{ projectId: 'north', sectorIds: ['n1'], product: 'Thiovit Jet', startedAt: '2026-03-02T08:00:00Z' },
  ...{ dose: 4, doseUnit: 'kg/ha', preHarvestDays: 7 },
};

/** A run of the app, from its start until the battery is empty or the app is closed. */
const life = fc.record({
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 10 }),
  crash: fc.option(fc.record({ atWrite: fc.nat(25), written: fc.boolean() }), { nil: undefined }),
  steps: fc.array(
    fc.record({ do: fc.constantFrom(...STEPS), pick: fc.nat(20), isRefused: fc.nat(7).map((n) => n === 0) }),
    { minLength: 1, maxLength: 14 },
  ),
});
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;

/** A supervisor who uses every kind of item, and refers only to stored ones. */
class Supervisor {
  readonly farm = new FakeFarm();
  readonly disk = new MemoryStore();
  readonly kept = {
    workers: [] as string[],
    records: [] as string[],
    forms: [] as string[],
    shifts: [] as string[],
    treatments: [] as string[],
  };
  readonly ended = new Set<string>();
  readonly voided = new Set<string>();
  readonly closed: string[] = [];
  hasRefusals = false;
  #session: string | undefined;
  #sector = 0;
  #counted = 0;

  constructor() {
    this.farm.isBacklogged = true;
    this.farm.unknownPositions.add('pilot');
  }

  outbox(store = new LockedCrashingStore(this.disk, undefined)): Outbox {
    return new Outbox(this.farm.client(), store, { timing: new FakeTime() });
  }

  async live({ faults, crash, steps }: Life): Promise<void> {
    this.farm.faults = [...faults];
    const store = new LockedCrashingStore(this.disk, crash);
    const outbox = this.outbox(store);
    const background: Promise<unknown>[] = [];
    try {
      for (const step of steps) {
        if (step.do === 'sync' || step.do === 'two tabs') {
          background.push(outbox.sync().catch(unlessCrash));
          if (step.do === 'two tabs') background.push(this.outbox(store).sync().catch(unlessCrash));
          await Promise.resolve();
        } else await this.#do(outbox, step);
      }
    } catch (error) {
      unlessCrash(error);
      // It is unknown whether the last item was stored, perhaps a closing: the app leaves that session alone and opens
      // another one in another place.
      this.#session = undefined;
      this.#sector++;
      this.#firstOfSession = this.kept.records.length;
    }
    await Promise.all(background);
  }

  async #do(outbox: Outbox, { do: what, pick, isRefused }: Life['steps'][number]): Promise<void> {
    const name = `${what}-${this.#counted++}`;
    const { workers, records, forms, shifts, treatments } = this.kept;
    if (what === 'open' && this.#session === undefined) {
      const place = { projectId: 'north', sectorId: `n${this.#sector}`, sector_name: 'N' };
      await outbox.openSession({ ...place, localId: name });
      this.#session = name;
    } else if (what === 'worker') {
      this.hasRefusals ||= isRefused;
      const position = isRefused ? 'pilot' : 'harvester';
      const photo = pick % 2 === 0 ? new Uint8Array([pick]) : undefined;
      await outbox.addWorker({ ...PERSON, position, first_name: name, localId: name, photo });
      workers.push(name);
    } else if (what === 'record' && this.#session !== undefined) {
      const worker = workers[pick % (workers.length + 1)];
      const of = worker === undefined ? { workerId: 'luis' } : { workerLocalId: worker };
      await outbox.add({ ...of, sessionLocalId: this.#session, units: 1 + pick, clientEventId: name });
      records.push(name);
    } else if (what === 'void' && this.#session !== undefined) {
      const record = records[pick % records.length];
      if (record === undefined || !this.#isOfOpenSession(record)) return;
      await outbox.voidRecord({ clientEventId: record });
      this.voided.add(record);
    } else if (what === 'close' && this.#session !== undefined) {
      await outbox.closeSession({ sessionLocalId: this.#session });
      this.closed.push(this.#session);
      this.#session = undefined;
      this.#firstOfSession = records.length;
    } else if (what === 'form') {
      const media = [{ field: 'picture', data: new Uint8Array([pick, 7]) }];
      await outbox.submitForm({ formId: 'scout', values: { pick }, clientRecordId: name, media });
      forms.push(name);
    } else if (what === 'shift') {
      const worker = workers[pick % (workers.length + 1)];
      const of = worker === undefined ? { workerId: 'luis' } : { workerLocalId: worker };
      await outbox.addShift({ ...of, ...SHIFT, clientEventId: name });
      shifts.push(name);
    } else if (what === 'end') {
      const shift = shifts[pick % shifts.length];
      if (shift === undefined) return;
      await outbox.endShift({ clientEventId: shift, endedAt: '2026-03-02T16:00:00Z' });
      this.ended.add(shift);
    } else if (what === 'treatment') {
      await outbox.addTreatment({ ...TREATMENT, clientEventId: name });
      treatments.push(name);
    }
  }

  #firstOfSession = 0;
  #isOfOpenSession = (record: string) => this.kept.records.indexOf(record) >= this.#firstOfSession;
}

function unlessCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error;
}

describe('whatever a supervisor does, and whatever happens to the phone and on its way', () => {
  it('everything is at the server once, or waits for a person, or for what does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
        const supervisor = new Supervisor();
        for (const stretch of lives) await supervisor.live(stretch);
        const { farm, kept } = supervisor;
        farm.faults = [];
        const outbox = supervisor.outbox();
        const report = await outbox.sync();
        expect(report.error).toBeUndefined();
        const [waiting, refused] = [await outbox.waiting(), await outbox.refused()];

        // Nothing is refused except the worker whom the server does not accept, and without that one everything
        // arrives.
        for (const { kind, body } of refused)
          expect([kind, body]).toMatchObject(['worker', { position: 'pilot' }]);
        if (!supervisor.hasRefusals) expect([waiting, refused]).toEqual([[], []]);
        // What waits depends on that worker, or on the closing of one of their sessions.
        const isHeld = new Set((await outbox.held()).map(({ entry }) => entry.id));
        const stuck = waiting.flatMap(({ kind, body, problem }) =>
          kind === 'session' && problem?.code === 'session_already_open' ? [body.localId] : [],
        );
        for (const { id, kind, body } of waiting) {
          const session = kind === 'session' ? body.localId : 'sessionLocalId' in body && body.sessionLocalId;
          const record =
            kind === 'void' &&
            waiting.find((item) => item.kind === 'record' && item.body.clientEventId === body.clientEventId);
          expect(isHeld.has(id) || stuck.includes(session as string) || Boolean(record)).toBe(true);
        }

        const left = (kind: string, key: string) =>
          [...waiting, ...refused]
            .filter((item) => item.kind === kind)
            .map(({ body }) => (body as unknown as Record<string, string>)[key]!);
        for (const [there, here, all] of [
          [[...farm.made.keys()], left('record', 'clientEventId'), kept.records],
          [[...farm.forms.keys()], left('form', 'clientRecordId'), kept.forms],
          [[...farm.shifts.keys()], left('shift', 'clientEventId'), kept.shifts],
          [[...farm.treatments.keys()], left('treatment', 'clientEventId'), kept.treatments],
          [
            [...farm.shifts].flatMap(([key, { endedAt }]) => (endedAt === undefined ? [] : [key])),
            left('shiftEnd', 'clientEventId'),
            [...supervisor.ended],
          ],
          [
            [...farm.workers.keys()].map((name) => name.replace(' Soto', '')),
            left('worker', 'localId'),
            kept.workers,
          ],
          [
            [...farm.voided.keys()].map((id) => id.replace('r-', '')),
            left('void', 'clientEventId'),
            [...supervisor.voided],
          ],
          [
            [...farm.closed.keys()].map((id) => id.replace('server-', '')),
            left('close', 'sessionLocalId'),
            supervisor.closed,
          ],
        ] as const) {
          expect([...there, ...here]).toEqual(expect.arrayContaining([...all]));
          expect(there.filter((name) => here.includes(name))).toEqual([]);
        }
        for (const { record, media } of farm.forms.values()) {
          const { pick } = record['values'] as { pick: number };
          expect(media).toEqual([`picture:${Buffer.from([pick, 7]).toString('base64')}`]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
