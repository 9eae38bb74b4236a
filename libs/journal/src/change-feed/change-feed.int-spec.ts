import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@furrow/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { Database, servingTimeouts, tenantTable } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { settled } from '../testing/settled.ts';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { ChangeFeed, type FeedPage, type FeedScope } from './change-feed.ts';
import { changeLog, changesNoted } from './change-log.ts';

const LOG = 'orchard.tree_changes';

let test: TestDatabase;
let database: Database;
let owner: pg.Pool;
let feed: ChangeFeed;
let company: string;
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 12 });
  owner.on('error', () => undefined); // its database is dropped at the end
  await owner.query(`
    CREATE SCHEMA orchard;
    GRANT USAGE ON SCHEMA orchard TO furrow_tenant;
    CREATE TABLE orchard.trees (company_id uuid, tree_id uuid, height int NOT NULL, PRIMARY KEY (company_id, tree_id));
    ${tenantTable('orchard.trees', { tenant: 'SELECT, INSERT, UPDATE' })}
    CREATE TABLE orchard.fruit (company_id uuid, tree_id uuid, fruit_id uuid, PRIMARY KEY (company_id, fruit_id));
    ${changeLog({ log: LOG, item: 'tree_id' })}
    ${changesNoted('orchard.fruit', LOG)}
    ${changesNoted('orchard.trees', LOG)}`);
  database = await Database.connect(test.url, { poolSize: 4, rows: [] });
  feed = new ChangeFeed(database, { log: LOG, item: 'tree_id' });
  await feed.epoch(newId()); // a copy of the template has an epoch of its own
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await test.drop();
});
beforeEach(() => {
  company = newId();
});
// A failed test must not leave open transactions, which readers would wait for.
afterEach(() => Promise.all([...Writer.open].map((writer) => writer.end('ROLLBACK'))));

const ANY: FeedScope = { question: [], joins: '', where: '', parameters: [] };
type TreePage = FeedPage & { readonly trees: { id: string; xid: string; height: number }[] };

/** A page with its trees, read as feeds read them: those that changed meanwhile are left to a later page. */
async function page(
  from: { cursor?: string; since?: Date },
  { limit = 100, scope = ANY, of = company } = {},
): Promise<TreePage> {
  const epoch = await feed.epoch(of);
  return database.tenant(of, async (tx) => {
    const request = { cursor: from.cursor ?? null, since: from.since ?? null, limit };
    const { changes, ...rest } = await feed.page(tx, epoch, request, scope);
    const trees = await tx.query<{ id: string; xid: string; height: number }>(
      `SELECT changed.id, changed.xid::text, t.height
       FROM unnest($2::uuid[], $3::xid8[]) WITH ORDINALITY AS changed (id, xid, place)
       JOIN orchard.trees t ON t.company_id = $1 AND t.tree_id = changed.id
       WHERE ${feed.unchangedSince('changed.id', 'changed.xid')} ORDER BY place`,
      [of, changes.map(({ id }) => id), changes.map(({ xid }) => xid)],
    );
    return { ...rest, trees };
  });
}

/** Reads pages until there is no more for now. */
async function follow(from: { cursor?: string; since?: Date }, limit = 100) {
  const trees: TreePage['trees'] = [];
  for (let at = from; ;) {
    const found = await page(at, { limit });
    expect(found.trees.length).toBeLessThanOrEqual(limit);
    trees.push(...found.trees);
    at = { cursor: found.nextCursor };
    if (!found.hasMore) return { trees, cursor: found.nextCursor };
  }
}
const EVER = { since: new Date(0) };

/** A writer that commits when told to. */
class Writer {
  static readonly open = new Set<Writer>();

  private constructor(private readonly client: pg.PoolClient) {}

  static async begin(): Promise<Writer> {
    const client = await owner.connect();
    await client.query('BEGIN');
    const writer = new Writer(client);
    Writer.open.add(writer);
    return writer;
  }

  async grow(...trees: string[]): Promise<this> {
    for (const tree of trees)
      await this.client.query(
        `INSERT INTO orchard.trees VALUES ($1, $2, 1)
         ON CONFLICT (company_id, tree_id) DO UPDATE SET height = trees.height + 1`,
        [company, tree],
      );
    return this;
  }

  async bear(tree: string): Promise<void> {
    await this.client.query('INSERT INTO orchard.fruit VALUES ($1, $2, $3)', [company, tree, newId()]);
  }

  async end(how: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): Promise<void> {
    Writer.open.delete(this);
    await this.client.query(how);
    this.client.release();
  }
}
const grown = async (...trees: string[]) => (await (await Writer.begin()).grow(...trees)).end();
const ids = ({ trees }: { trees: { id: string }[] }) => trees.map(({ id }) => id);
const heights = async () => {
  const { rows } = await owner.query<{ id: string; height: number }>(
    'SELECT tree_id AS id, height FROM orchard.trees WHERE company_id = $1',
    [company],
  );
  return new Map(rows.map(({ id, height }) => [id, height]));
};

describe('a feed', () => {
  it('returns each change once, in the order of transactions, and continues where it ended', async () => {
    const [oak, elm, ash] = [newId(), newId(), newId()];
    await grown(oak, elm);
    await grown(ash);
    await grown(oak);
    await settled(database, company);
    const first = await follow(EVER);
    expect(first.trees.map(({ id, height }) => [id, height])).toEqual([
      [elm, 1],
      [ash, 1],
      [oak, 2],
    ]);
    expect((await follow(first)).trees).toEqual([]);
    await grown(elm);
    await settled(database, company);
    expect(ids(await follow(first))).toEqual([elm]);
  });

  it('may be read in small pages', async () => {
    const trees = Array.from({ length: 7 }, () => newId());
    await grown(...trees.slice(0, 4));
    await grown(...trees.slice(4));
    await settled(database, company);
    const found = ids(await follow(EVER, 2));
    expect(found).toEqual([...trees.slice(0, 4).toSorted(), ...trees.slice(4).toSorted()]);
  });

  it('blocks no writer, and returns a tree once that two writers changed at the same time', async () => {
    const tree = newId();
    const [one, two] = [await Writer.begin(), await Writer.begin()];
    await grown(tree);
    await two.bear(tree);
    await one.bear(tree); // would wait forever
    await one.end();
    await two.end();
    await settled(database, company);
    expect(ids(await follow(EVER))).toEqual([tree]);
    await grown(tree);
    const { rows } = await owner.query(`SELECT FROM ${LOG} WHERE tree_id = $1`, [tree]);
    expect(rows).toHaveLength(1);
  });

  it('omits what was rolled back', async () => {
    const tree = newId();
    await (await (await Writer.begin()).grow(tree)).end('ROLLBACK');
    await settled(database, company);
    expect((await follow(EVER)).trees).toEqual([]);
  });

  it('is filtered, and passes over the rest permanently', async () => {
    const [low, high] = [newId(), newId()];
    await grown(low, high);
    await grown(high);
    await settled(database, company);
    const scope = {
      ...{ question: [2], parameters: [2], where: '' },
      joins: `JOIN orchard.trees t ON t.company_id = c.company_id AND t.tree_id = c.tree_id AND t.height >= $5`,
    };
    const found = await page(EVER, { scope });
    expect([ids(found), found.hasMore]).toEqual([[high], false]);
    await expect(page({ cursor: found.nextCursor })).rejects.toMatchObject({ code: 'cursor_mismatch' });
    expect((await page({ cursor: found.nextCursor }, { scope })).trees).toEqual([]);
  });

  it('contains one company’s changes', async () => {
    await grown(newId());
    await settled(database, company);
    const { cursor } = await follow(EVER);
    const other = newId();
    expect((await page(EVER, { of: other })).trees).toEqual([]);
    await expect(page({ cursor }, { of: other })).rejects.toMatchObject({ code: 'cursor_mismatch' });
    const asked = (sql: string) => database.tenant(other, (tx) => tx.query(sql));
    expect(await asked(`SELECT * FROM ${LOG}`)).toEqual([]);
    for (const sql of [`DELETE FROM ${LOG}`, `UPDATE ${LOG} SET xid = '0'`, 'SELECT feed.current_epoch()'])
      await expect(asked(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a transaction that commits late', () => {
  it('is not missed by readers that continue', async () => {
    const [early, late] = [newId(), newId()];
    const slow = await (await Writer.begin()).grow(late);
    await grown(early);
    const before = await follow(EVER);
    expect(before.trees).toEqual([]); // the early writer is open, and a later change must not be returned before its
    await slow.end();
    await settled(database, company);
    expect(ids(await follow(before))).toEqual([late, early]);
  });

  it('is not missed by readers that begin after it wrote and before it committed', async () => {
    const [first, late] = [newId(), newId()];
    await grown(first);
    const slow = await (await Writer.begin()).grow(late);
    await grown(newId());
    await delay(5); // instants have milliseconds
    const since = new Date();
    await slow.end();
    await settled(database, company);
    expect(ids(await follow({ since }))).toContain(late);
  });

  it('does not affect readers that begin long after', async () => {
    await grown(newId());
    await settled(database, company);
    const marker = newId();
    await grown(marker);
    await settled(database, company);
    await grown(newId());
    const tree = newId();
    const since = new Date(Date.now() + 1);
    await delay(5);
    await grown(tree);
    await settled(database, company);
    const found = ids(await follow({ since }));
    expect(found).toContain(tree);
    expect(found).not.toContain(marker);
  });
});

it('with any concurrent writers, some of which roll back, a feed ends up with exactly what there is', async () => {
  const write = fc.record({
    trees: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }).map((all) => all.toSorted()),
    ends: fc.nat(6),
    how: fc.constantFrom('COMMIT', 'COMMIT', 'ROLLBACK' as const),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, limit) => {
        company = newId();
        const trees = Array.from({ length: 6 }, () => newId());
        const [state, seen]: [Map<string, number>, Set<string>] = [new Map(), new Set()];
        let from: { cursor?: string; since?: Date } = EVER;
        const read = async () => {
          const found = await follow(from, limit);
          from = { cursor: found.cursor };
          for (const { id, xid, height } of found.trees) {
            expect(seen).not.toContain(`${id} ${xid}`);
            seen.add(`${id} ${xid}`);
            state.set(id, height);
          }
        };
        // Writers begin one after the other and stay open for a while; a row locked by another writer delays only its
        // own transaction, while the reader continues.
        const open: { left: number; end: () => Promise<void> }[] = [];
        let reading = true;
        const reader = (async () => {
          while (reading) await read();
        })();
        for (const { trees: chosen, ends, how } of all) {
          const writer = await Writer.begin();
          const grew = writer.grow(...chosen.map((index) => trees[index]!));
          open.push({ left: ends, end: () => grew.then(() => writer.end(how)) });
          for (const one of open) one.left -= 1;
          for (const due of open.filter(({ left }) => left < 0)) {
            open.splice(open.indexOf(due), 1);
            // A waiting writer gets the row when the other one ends.
            void due.end().catch(() => undefined);
          }
        }
        await Promise.all(open.map(({ end }) => end()));
        await ended();
        reading = false;
        await reader;
        await settled(database, company);
        await read();
        expect(state).toEqual(await heights());
      },
    ),
    { numRuns: 15 },
  );
});

/** Waits until every writer is done. */
async function ended(): Promise<void> {
  while (owner.totalCount > owner.idleCount) await delay(5);
}

describe('a database that was restored', () => {
  /** The state after restoring a dump: far ahead of the transaction ids of the new cluster, and unknown to it. */
  const restored = () =>
    owner.query(`UPDATE ${LOG} SET xid = (xid::text::bigint + 1000000000)::text::xid8,
                                   settled_xid = (settled_xid::text::bigint + 1000000000)::text::xid8;
                 UPDATE feed.epochs SET place = 'another cluster'`);

  it('is in another epoch: cursors expire, and a new feed returns everything', async () => {
    const [oak, elm] = [newId(), newId()];
    await grown(oak, elm);
    await settled(database, company);
    const { cursor } = await follow(EVER);
    const since = new Date();
    await restored();
    await grown(oak); // before anybody reads
    await settled(database, company);
    await expect(page({ cursor })).rejects.toMatchObject({ code: 'cursor_expired' });

    const again = await follow({ since });
    expect(ids(again).toSorted()).toEqual([oak, elm].toSorted());
    const ash = newId();
    await grown(ash, elm);
    await settled(database, company);
    expect(ids(await follow(again)).toSorted()).toEqual([ash, elm].toSorted());
    expect(new Map((await follow(EVER)).trees.map(({ id, height }) => [id, height]))).toEqual(
      await heights(),
    );
  });

  it('begins one epoch, even for concurrent requests', async () => {
    await restored();
    const epochs = await Promise.all(Array.from({ length: 4 }, () => feed.epoch(company)));
    expect(new Set(epochs.map(({ epoch }) => epoch)).size).toBe(1);
    expect(await feed.epoch(company)).toEqual(epochs[0]);
  });

  it('returns the same epoch to programs of 0.1.0, which call it a life', async () => {
    await restored();
    const [row] = await database.system((tx) =>
      tx.query<{ life: string }>('SELECT life FROM feed.current_life()'),
    );
    expect(row?.life).toBe((await feed.epoch(company)).epoch);
  });

  it('begins its epoch even if that takes longer than the statement timeout', async () => {
    await owner.query(`
      CREATE FUNCTION orchard.slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
      CREATE TRIGGER slow AFTER UPDATE ON ${LOG} FOR EACH STATEMENT EXECUTE FUNCTION orchard.slow()`);
    const hasty = await Database.connect(test.url, {
      ...{ poolSize: 2, rows: [], timeouts: servingTimeouts(400) },
    });
    await restored();
    const feedOfHasty = new ChangeFeed(hasty, { log: LOG, item: 'tree_id' });
    await expect(feedOfHasty.epoch(company)).rejects.toBeInstanceOf(DatabaseUnavailable);
    let epoch: unknown;
    while (epoch === undefined) epoch = await feedOfHasty.epoch(company).catch(() => delay(50));
    expect(await feed.epoch(company)).toEqual(epoch);
    await hasty.close();
    await owner.query('DROP FUNCTION orchard.slow CASCADE');
  });
});
