import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryStore } from '../stores/memory-store.ts';
import { Crash, CrashingStore, isQuotaExceeded } from '../testing/crashing-store.ts';
import { FakeFarm, FAULTS } from '../testing/fake-farm.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { Outbox } from './outbox.ts';

const PLACE = { projectId: 'north', sectorId: 'n1', sector_name: 'N1' };
const SECTORS = ['n1', 'n2', 'unknown'];
const LOCAL_IDS = ['morning', 'noon', 'evening'];

/** A run of the app, from its start until the battery is empty or the app is closed. */
const life = fc.record({
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 12 }),
  crash: fc.option(fc.record({ atWrite: fc.nat(12), written: fc.boolean() }), { nil: undefined }),
  steps: fc.array(
    fc.oneof(
      fc.record({
        do: fc.constant('add' as const),
        units: fc.integer({ min: 0, max: 3 }),
        session: fc.nat(3),
      }),
      fc.record({ do: fc.constant('open' as const), session: fc.nat(2) }),
      fc.record({
        do: fc.constant('fill' as const),
        full: fc.constantFrom('no' as const, 'put' as const, 'put and remove' as const),
      }),
      fc.record({ do: fc.constantFrom('sync' as const, 'sync twice' as const, 'two tabs' as const) }),
    ),
    { minLength: 1, maxLength: 10 },
  ),
});

class Phone {
  readonly farm = new FakeFarm();
  readonly disk = new MemoryStore();
  /** What the app was told is stored, by its notes; the keys are the outbox's own. */
  readonly kept: string[] = [];
  #added = 0;

  constructor() {
    this.farm.unknownSectors.add('unknown');
  }

  outbox(store = new CrashingStore(this.disk, undefined)): Outbox {
    return new Outbox(this.farm.client(), store, { timing: new FakeTime() });
  }

  async live({ faults, crash, steps }: typeof life extends fc.Arbitrary<infer L> ? L : never): Promise<void> {
    this.farm.faults = [...faults];
    const store = new CrashingStore(this.disk, crash);
    const outbox = this.outbox(store);
    const background: Promise<unknown>[] = [];
    const untilCrash = (work: Promise<unknown>) =>
      background.push(
        work.catch((error: unknown) => {
          if (!(error instanceof Crash) && !isQuotaExceeded(error)) throw error;
        }),
      );
    for (const step of steps) {
      if (step.do === 'add') untilCrash(this.#add(outbox, step.units, step.session));
      else if (step.do === 'fill') store.full = step.full;
      else if (step.do === 'open') untilCrash(outbox.openSession({ ...PLACE, ...sessionOf(step.session) }));
      else {
        untilCrash(outbox.sync());
        if (step.do === 'sync twice') untilCrash(outbox.sync());
        if (step.do === 'two tabs') untilCrash(this.outbox(store).sync());
      }
      await Promise.resolve();
    }
    await Promise.all(background);
  }

  async #add(outbox: Outbox, units: number, session: number): Promise<void> {
    const name = LOCAL_IDS[session];
    const of = name === undefined ? { sessionId: 's1' } : { sessionLocalId: name };
    const notes = `basket ${this.#added++}`;
    await outbox.add({ ...of, workerId: 'luis', units, notes });
    this.kept.push(notes);
  }
}

const sessionOf = (session: number) => ({
  ...{ localId: LOCAL_IDS[session]!, sectorId: SECTORS[session]! },
  openedAt: '2026-03-02T08:00:00Z',
});

describe('whatever happens to a phone and its connection', () => {
  it('each record is stored once at the server, or waits for a person, and never both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
        const phone = new Phone();
        for (const stretch of lives) await phone.live(stretch);
        phone.farm.faults = [];
        const report = await phone.outbox().sync();
        expect(report.error).toBeUndefined();

        const [waiting, refused] = [await phone.outbox().waiting(), await phone.outbox().refused()];
        const baskets = [
          ...[...phone.farm.made.values()].map(({ notes }) => notes),
          ...[...waiting, ...refused].flatMap(({ kind, body }) => (kind === 'record' ? [body.notes] : [])),
        ];
        expect(baskets).toEqual(expect.arrayContaining(phone.kept));
        expect(new Set(baskets).size).toBe(baskets.length);
        // Items that still wait depend on a session that a person has to look at.
        const names = refused.flatMap(({ kind, body }) => (kind === 'session' ? [body.localId] : []));
        for (const entry of waiting)
          expect(names).toContain(entry.kind === 'record' && entry.body.sessionLocalId);
        // Nothing was refused that the server would have accepted.
        for (const { kind, body, problem } of refused)
          if (kind === 'record') expect(body.units === 0 || problem.code === 'session_unknown').toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
