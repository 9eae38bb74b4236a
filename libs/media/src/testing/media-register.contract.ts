import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaContent } from '../content/media-content.ts';
import { MediaRegister } from '../media-register.ts';

const NOW = '2026-01-31T08:00:00Z';
const MINUTE_MS = 60_000;
const photo: MediaContent = { bytes: Buffer.from('a photo'), mimeType: 'image/png', extension: 'png' };

/** What the register must do, on one PostgreSQL or on a Citus: what it condemns is of several companies. */
export function describeMediaRegister(name: string, { onCitus = false } = {}): void {
  describe(`the register of media on ${name}`, () => {
    const clock = new FixedClock(NOW);
    let test: TestDatabase;
    let database: Database;
    let register: MediaRegister;
    beforeAll(async () => {
      test = await createTestDatabase({ onCitus });
      database = await Database.connect(test.url, { poolSize: 6, rows: [] });
      register = new MediaRegister(database, clock);
    });
    afterAll(async () => {
      await database?.close();
      await test?.drop();
    });

    async function entered(company: string, count: number): Promise<string[]> {
      const keys = Array.from({ length: count }, () => `${company}/${newId()}.png`);
      for (const key of keys) await register.enter(company, key, photo);
      return keys;
    }
    const keep = (company: string, keys: readonly string[]) =>
      database.tenant(company, (tx) => register.keep(tx, keys));
    async function keysOf(company: string): Promise<string[]> {
      const rows = await database.tenant(company, (tx) =>
        tx.query<{ key: string }>('SELECT key FROM media.objects ORDER BY key'),
      );
      return rows.map(({ key }) => key);
    }
    const condemned = async () => (await register.condemnedAfter(undefined, 1_000)).map(({ key }) => key);
    /** Condemns what was entered before now. */
    async function sweep(): Promise<string[]> {
      clock.advance(MINUTE_MS);
      const before = new Set(await condemned());
      expect(await register.condemnOlderThan(clock.now())).toBe(0);
      return (await condemned()).filter((key) => !before.has(key));
    }

    it('condemns what was not kept, of any number of companies, and nothing else', async () => {
      const companies = Array.from({ length: 5 }, newId);
      const abandoned: string[] = [];
      for (const company of companies) {
        const [kept, ...rest] = await entered(company, 3);
        await keep(company, [kept!]);
        abandoned.push(...rest);
      }
      clock.advance(MINUTE_MS);
      const entry = clock.now();
      const [young] = await entered(companies[0]!, 1);
      expect(await register.condemnOlderThan(entry)).toBe(0);
      expect((await condemned()).toSorted()).toEqual(abandoned.toSorted());
      await expect(keep(companies[1]!, abandoned.slice(2, 3))).rejects.toThrow('not there');
      await keep(companies[0]!, [young!]);
    });

    it('passes over what a request is keeping, and condemns the rest of its company and of others', async () => {
      const [company, other] = [newId(), newId()];
      const [held, left] = await entered(company, 2);
      const [foreign] = await entered(other, 1);
      await database.tenant(company, async (tx) => {
        await register.keep(tx, [held!]);
        expect((await sweep()).toSorted()).toEqual([left, foreign].toSorted());
      });
      expect(await sweep()).toEqual([]);
    });

    it('strikes what was condemned, and nothing else', async () => {
      const company = newId();
      const [gone, stays] = await entered(company, 2);
      await register.condemn(company, [gone!]);
      for (const key of [gone!, stays!]) await register.strike({ companyId: company, key });
      expect(await keysOf(company)).toEqual([stays]);
    });

    it('shows a company its own, the sweep what is not kept, and allows no removal of what is kept', async () => {
      const [own, other] = [newId(), newId()];
      const [[kept], [foreign]] = [await entered(own, 1), await entered(other, 1)];
      await keep(own, [kept!]);
      expect(await keysOf(own)).toEqual([kept]);
      const seen = await database.system((tx) => tx.query<{ key: string }>('SELECT key FROM media.objects'));
      expect(seen.map(({ key }) => key)).toContain(foreign);
      expect(seen.map(({ key }) => key)).not.toContain(kept);
      await database.tenant(own, (tx) => tx.query('DELETE FROM media.objects'));
      expect([await keysOf(own), await keysOf(other)]).toEqual([[kept], [foreign]]);
      await database.system((tx) => tx.query('DELETE FROM media.objects'));
      expect([await keysOf(own), await keysOf(other)]).toEqual([[kept], []]);
    });

    it('refuses rows of another company, and keys in the folder of another', async () => {
      const [own, other] = [newId(), newId()];
      const entry = (company: string, key: string) =>
        database.tenant(own, (tx) =>
          tx.query(`INSERT INTO media.objects VALUES ('${company}', '${key}', 'image/png', 1, now())`),
        );
      await expect(entry(other, `${other}/x`)).rejects.toThrow(/row-level security/);
      await expect(entry(own, `${other}/x`)).rejects.toThrow(/check constraint/);
    });
  });
}
