import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { Transactions } from '@furrow/kernel/transactions';
import fc from 'fast-check';
import type { DraftOfWorker, Owner, ProductionSession, RecordDraft } from '../../domain/index.ts';
import { aRecord, OPENED_AT } from '../../testing/builders.ts';
import { aFarm } from '../../testing/farm.ts';
import { Field, wordFor } from '../../testing/field.ts';
import { InMemoryProduction } from '../../testing/in-memory-production.ts';
import { type AddOutcome, AddRecords } from './add-records.ts';
import type { ProductionRepositories, ProductionTransactions } from '../ports.ts';

let field: Field;
let session: ProductionSession;
let addRecords: AddRecords;

beforeEach(async () => {
  field = new Field();
  session = await field.session();
  addRecords = new AddRecords(field.production, field.clock, field.stale);
});

const execute = (...drafts: RecordDraft[]) =>
  addRecords.execute(field.farm.companyId, field.farm.owner, drafts);
const words = async (...drafts: RecordDraft[]) => (await execute(...drafts)).map(wordFor);
const draft = (overrides: Partial<DraftOfWorker> = {}) => field.draft(session, overrides);
const idOf = (outcome: AddOutcome | undefined) =>
  outcome === undefined || outcome.kind === 'refused' ? undefined : outcome.record.state.recordId;
const stored = () => [...field.production.tablesOf(field.farm.companyId).records.values()];
const close = async (target = session) => {
  target.close(null, field.clock.now());
  await field.production.run(field.farm.companyId, ({ sessions }) => sessions.update(target));
};

describe('adding records', () => {
  it('creates a record for each draft, in order, and marks its session’s snapshot as lagging', async () => {
    const [quality] = field.farm.qualities;
    const outcomes = await execute(
      draft({ units: '1', qualityId: quality.id }),
      draft({ units: '2', recordedAt: null }),
    );
    expect(outcomes.map((outcome) => outcome.kind === 'created' && outcome.record.state)).toMatchObject([
      {
        units: '1',
        qualityName: quality.name,
        workerName: field.farm.workers[0].name,
        recordedAt: OPENED_AT,
      },
      { units: '2', qualityName: null, createdBy: field.farm.owner.userId, recordedAt: field.clock.now() },
    ]);
    expect(stored()).toHaveLength(2);
    expect(field.stale.sessionIds).toEqual([session.id]);
  });

  it('returns the first record for a repeat, and changes nothing', async () => {
    const sent = draft({ idempotencyKey: 'k1' });
    const [first] = await execute(sent);
    const [again] = await execute({ ...sent, recordedAt: null, idempotencyKey: null, units: '12.50' });
    expect(again).toMatchObject({ kind: 'repeated' });
    expect(idOf(again)).toBe(idOf(first));
    expect(stored()).toHaveLength(1);
    expect(field.stale.sessionIds).toHaveLength(1);
  });

  it('refuses a key that was used with other content, and writes nothing', async () => {
    await execute(draft({ clientEventId: 'e1', idempotencyKey: 'k1' }));
    expect(
      await words(
        draft({ clientEventId: 'e1', units: '13' }),
        draft({ clientEventId: 'e1', idempotencyKey: 'k2' }),
        draft({ clientEventId: 'e2', idempotencyKey: 'k1' }),
      ),
    ).toEqual(['idempotency_key_reused', 'idempotency_key_reused', 'idempotency_key_reused']);
    expect(stored()).toHaveLength(1);
  });

  it('refuses a draft whose two keys belong to different records', async () => {
    const first = draft({ clientEventId: 'e1', idempotencyKey: 'k1' });
    expect(await words(first, draft({ clientEventId: 'e2', idempotencyKey: 'k2' }))).toEqual([
      'created',
      'created',
    ]);
    expect(await words({ ...first, idempotencyKey: 'k2' })).toEqual(['idempotency_key_reused']);
  });

  it('separates keys of two users, and the two kinds of key', async () => {
    const { colleague, companyId, sectors } = field.farm;
    const theirs = await field.session({ owner: colleague, sectorId: sectors[1].sectorId });
    await execute(draft({ clientEventId: 'e1', idempotencyKey: 'k1' }));
    expect(await words(draft({ clientEventId: 'k1', idempotencyKey: 'e1' }))).toEqual(['created']);
    const [outcome] = await addRecords.execute(companyId, colleague, [
      field.draft(theirs, { clientEventId: 'e1', idempotencyKey: 'k1' }),
    ]);
    expect(outcome?.kind).toBe('created');
  });
});

describe('the first problem is reported', () => {
  it('existence, then ownership, then a used key, then the state', async () => {
    const { colleague, sectors } = field.farm;
    const theirs = await field.session({ owner: colleague, sectorId: sectors[1].sectorId });
    const used = draft({ clientEventId: 'used' });
    await execute(used);
    await close();

    const wrong = { recordedAt: new Date('2030-01-01T00:00:00Z') };
    const nobody = newId();
    expect(
      await words(
        field.draft(theirs, { ...wrong, sessionId: newId(), workerId: nobody }),
        field.draft(theirs, { ...wrong, workerId: nobody, qualityId: newId() }),
        field.draft(theirs, { ...wrong, qualityId: newId() }),
        field.draft(theirs, { ...wrong, clientEventId: 'used' }),
        draft({ ...wrong, clientEventId: 'used' }),
        draft(wrong),
        used,
      ),
    ).toEqual([
      'session_not_found',
      'worker_not_found',
      'quality_not_found',
      'not_session_owner',
      'idempotency_key_reused',
      'session_not_open',
      'repeated',
    ]);
  });

  it('the instant it was recorded, then the units', async () => {
    field.clock.set(new Date(session.end.at.getTime() + 3_600_000)); // inside the grace
    const at = (instant: Date, milliseconds: number) => ({
      recordedAt: new Date(instant.getTime() + milliseconds),
    });
    expect(
      await words(
        draft(at(field.clock.now(), 300_001)),
        draft(at(OPENED_AT, -300_001)),
        draft(at(session.end.at, 1)),
        draft({ recordedAt: null }),
        draft({ ...at(session.end.at, 0), units: '0' }),
        draft(at(session.end.at, 0)),
      ),
    ).toEqual([
      'recorded_in_future',
      'recorded_before_opening',
      'recorded_after_end',
      'recorded_after_end',
      'validation_failed',
      'created',
    ]);
  });

  it('another company’s session does not exist', async () => {
    const other = aFarm();
    field.production.register(other);
    const [outcome] = await addRecords.execute(other.companyId, other.owner, [
      field.draft(session, { workerId: other.workers[0].id }),
    ]);
    expect(outcome && wordFor(outcome)).toBe('session_not_found');
  });

  it('a repeat is answered after the session lapsed, and a new record refused', async () => {
    const sent = draft();
    await execute(sent);
    field.clock.set(session.lapsesAt);
    expect(await words(sent, draft())).toEqual(['repeated', 'session_not_open']);
  });
});

describe('equal keys in one call behave like two calls', () => {
  const keyed = (
    clientEventId: string,
    idempotencyKey: string | null,
    overrides: Partial<DraftOfWorker> = {},
  ) => draft({ clientEventId, idempotencyKey, ...overrides });

  it('for the same draft many times', async () => {
    const sent = keyed('e1', 'k1');
    const outcomes = await execute(...Array.from({ length: 20 }, () => sent));
    expect(outcomes.map(wordFor)).toEqual(['created', ...Array.from({ length: 19 }, () => 'repeated')]);
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
  });

  it('for one idempotencyKey with different clientEventIds', async () => {
    expect(await words(keyed('e1', 'k1'), keyed('e2', 'k1'), keyed('e2', 'k2'))).toEqual([
      'created',
      'idempotency_key_reused',
      'created', // the refused draft has taken neither of its keys
    ]);
  });

  it('for a chain of shared keys', async () => {
    const chain = Array.from({ length: 7 }, (_, i) =>
      keyed(`e${Math.floor((i + 1) / 2)}`, `k${Math.floor(i / 2)}`),
    );
    expect(await words(...chain)).toEqual([
      'created',
      'idempotency_key_reused',
      'created',
      'idempotency_key_reused',
      'created',
      'idempotency_key_reused',
      'created',
    ]);
  });

  it('for keys of two records created just before', async () => {
    expect(await words(keyed('e1', 'k1'), keyed('e2', 'k2'), keyed('e1', 'k2'))).toEqual([
      'created',
      'created',
      'idempotency_key_reused',
    ]);
  });

  it('when the first of them was refused: its keys are free', async () => {
    const tooLate = { recordedAt: new Date('2030-01-01T00:00:00Z') };
    expect(
      await words(keyed('e1', 'k1', tooLate), keyed('e1', 'k2'), keyed('e2', 'k1'), keyed('e1', null)),
    ).toEqual(['recorded_in_future', 'created', 'created', 'repeated']);
  });

  it('when the first was refused, the second created and the third has no instant of its own', async () => {
    field.clock.set(new Date(session.end.at.getTime() + 3_600_000));
    expect(
      await words(
        keyed('e1', 'k1', { recordedAt: null }),
        keyed('e1', 'k2'),
        keyed('e1', 'k2', { recordedAt: null }),
      ),
    ).toEqual(['recorded_after_end', 'created', 'repeated']);
  });

  it('for any drafts', async () => {
    const closed = await field.session({ sectorId: field.farm.sectors[1].sectorId });
    await close(closed);
    field.clock.set(new Date(session.end.at.getTime() + 3_600_000)); // without an instant of its own it is now too late
    const anyDraft = fc.record({
      clientEventId: fc.constantFrom('e1', 'e2', 'e3'),
      idempotencyKey: fc.constantFrom(null, 'k1', 'k2'),
      units: fc.constantFrom('1', '1.0', '2'),
      recordedAt: fc.constantFrom(OPENED_AT, OPENED_AT, null),
      closed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyDraft, { maxLength: 8 }), fc.nat(8), async (generated, alreadyThere) => {
        const drafts = generated.map(({ closed: toClosed, ...rest }) =>
          field.draft(toClosed ? closed : session, rest),
        );
        const before = drafts.slice(0, alreadyThere).reverse();
        const play = async (calls: RecordDraft[][]) => {
          const ground = new Field(field.farm);
          for (const target of [session, closed])
            await ground.production.run(field.farm.companyId, ({ sessions }) => sessions.update(target));
          const useCase = new AddRecords(ground.production, field.clock, ground.stale);
          const outcomes: AddOutcome[] = [];
          for (const call of calls)
            outcomes.push(...(await useCase.execute(field.farm.companyId, field.farm.owner, call)));
          const ids = outcomes.map(idOf);
          return outcomes.map((outcome) => [wordFor(outcome), ids.indexOf(idOf(outcome))]);
        };
        const one = (draft: RecordDraft) => [draft];
        expect(await play([...before.map(one), drafts])).toEqual(await play([...before, ...drafts].map(one)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('requests that share a transaction behave as if each had come alone', () => {
  /** What is submitted in one turn of the event loop shares a transaction. */
  class Together extends InMemoryProduction {
    override grouped<Request, Result>(
      work: (
        repositories: ProductionRepositories,
        requests: readonly Request[],
      ) => Promise<readonly Result[]>,
    ): (companyId: string, request: Request) => Promise<Result> {
      const requests: Request[] = [];
      let results: Promise<readonly Result[]> | undefined;
      return async (companyId, request) => {
        const index = requests.push(request) - 1;
        results ??= new Promise(setImmediate).then(() => {
          results = undefined;
          return this.run(companyId, (repositories) => work(repositories, requests.splice(0)));
        });
        return (await results)[index] as Result;
      };
    }
  }

  it('for any users, sessions and keys', async () => {
    const { companyId, owner, colleague, sectors } = field.farm;
    const theirs = await field.session({ owner: colleague, sectorId: sectors[1].sectorId });
    const anyRequest = fc.record({
      user: fc.constantFrom(owner, owner, colleague),
      drafts: fc.array(
        fc.record({
          clientEventId: fc.constantFrom('e1', 'e2', 'e3'),
          idempotencyKey: fc.constantFrom(null, 'k1', 'k2'),
          units: fc.constantFrom('1', '2'),
          target: fc.constantFrom(session, theirs),
        }),
        { maxLength: 3 },
      ),
    });
    const play = async (groups: { readonly user: Owner; readonly drafts: RecordDraft[] }[][]) => {
      const production = new Together(field.farm);
      for (const target of [session, theirs])
        await production.run(companyId, ({ sessions }) => sessions.update(target));
      const useCase = new AddRecords(production, field.clock, field.stale);
      const outcomes: AddOutcome[] = [];
      for (const group of groups) {
        const all = group.map(({ user, drafts }) => useCase.execute(companyId, user, drafts));
        outcomes.push(...(await Promise.all(all)).flat());
      }
      expect(production.commits).toBe(groups.filter(({ length }) => length > 0).length + 2);
      const ids = outcomes.map(idOf);
      return outcomes.map((outcome) => [wordFor(outcome), ids.indexOf(idOf(outcome))]);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { maxLength: 6 }), async (generated) => {
        const requests = generated.map(({ user, drafts }) => ({
          user,
          drafts: drafts.map(({ target, ...rest }) => field.draft(target, rest)),
        }));
        expect(await play([requests])).toEqual(await play(requests.map((request) => [request])));
      }),
      { numRuns: 300 },
    );
  });
});

describe('when another transaction uses a key first', () => {
  /** Stores rival records just before the repositories are asked to add for the `nth` time. */
  class Rivalled extends Transactions<ProductionRepositories> {
    constructor(
      private readonly rivals: readonly ReturnType<typeof aRecord>[],
      private nth = 1,
    ) {
      super();
    }

    override run<T>(companyId: string, work: Parameters<ProductionTransactions['run']>[1]): Promise<T> {
      return field.production.run(companyId, (repositories) => {
        const add = repositories.records.add.bind(repositories.records);
        repositories.records.add = async (records) => {
          if (--this.nth === 0) await add(this.rivals);
          return add(records);
        };
        return work(repositories) as Promise<T>;
      });
    }
  }

  const rivalOf = (sent: DraftOfWorker) => aRecord({ ...sent, by: field.farm.owner.userId });

  it('adding returns its record, or refuses other content, and adds the rest', async () => {
    const [same, differing, free] = [draft(), draft({ idempotencyKey: 'k1' }), draft()];
    const rivals = [rivalOf(same), rivalOf({ ...differing, units: '99' })];
    addRecords = new AddRecords(new Rivalled(rivals), field.clock, field.stale);
    const outcomes = await execute(same, differing, free, free);
    expect(outcomes.map(wordFor)).toEqual(['repeated', 'idempotency_key_reused', 'created', 'repeated']);
    expect(idOf(outcomes[0])).toBe(rivals[0]?.state.recordId);
    expect(stored()).toHaveLength(3);
  });

  it('adding checks again those that were to follow one another', async () => {
    const refused = draft({ clientEventId: 'e1', recordedAt: new Date('2030-01-01T00:00:00Z') });
    const [sent, free] = [draft({ clientEventId: 'e1' }), draft()];
    const rival = rivalOf(sent);
    addRecords = new AddRecords(new Rivalled([rival], 2), field.clock, field.stale);
    const outcomes = await execute(refused, sent, sent, { ...sent, units: '99' }, free);
    expect(outcomes.map(wordFor)).toEqual([
      'recorded_in_future',
      'repeated',
      'repeated',
      'idempotency_key_reused',
      'created',
    ]);
    expect(idOf(outcomes[2])).toBe(rival.state.recordId);
  });
});

it('an unexpected error fails the whole call and leaves nothing', async () => {
  const broken = new (class extends Transactions<ProductionRepositories> {
    override run<T>(companyId: string, work: Parameters<ProductionTransactions['run']>[1]): Promise<T> {
      return field.production.run(companyId, (repositories) => {
        repositories.workers.names = () => Promise.reject(new Error('connection lost'));
        return work(repositories) as Promise<T>;
      });
    }
  })();
  addRecords = new AddRecords(broken, field.clock, field.stale);
  await expect(execute(draft())).rejects.toThrow('connection lost');
  expect(stored()).toEqual([]);
  expect(field.stale.sessionIds).toEqual([]);
});
