import { describe, expect, it } from '@jest/globals';
import type { {{Context}}Transactions } from '../application/ports.ts';
import { {{Object}} } from '../domain/index.ts';

export interface TwoCompanies {
  readonly transactions: {{Context}}Transactions;
  readonly own: string;
  readonly other: string;
}

const NOW = new Date('2026-03-01T08:00:00.123Z');

/** The contract of this context's transactions. `open` returns two companies without any {{objectText}}. */
export function describe{{Context}}Ports(name: string, open: () => Promise<TwoCompanies>): void {
  describe(name, () => {
    it('returns what was added with all its members, ordered by name', async () => {
      const { transactions, own } = await open();
      const [south, north] = [{{Object}}.add('South', NOW), {{Object}}.add('north', NOW)];
      await transactions.run(own, async ({ {{objectsCamel}} }) => {
        expect(await {{objectsCamel}}.add(south)).toBe(true);
        expect(await {{objectsCamel}}.add(north)).toBe(true);
      });
      const found = await transactions.run(own, ({ {{objectsCamel}} }) => {{objectsCamel}}.all());
      expect(found.map(({ state }) => state)).toEqual([north.state, south.state]);
    });

    it('adds nothing under a taken name', async () => {
      const { transactions, own } = await open();
      const first = {{Object}}.add('North', NOW);
      await transactions.run(own, ({ {{objectsCamel}} }) => {{objectsCamel}}.add(first));
      expect(await transactions.run(own, ({ {{objectsCamel}} }) => {{objectsCamel}}.add({{Object}}.add('NORTH', NOW)))).toBe(
        false,
      );
      const found = await transactions.run(own, ({ {{objectsCamel}} }) => {{objectsCamel}}.all());
      expect(found.map(({ state }) => state)).toEqual([first.state]);
    });

    it('separates companies', async () => {
      const { transactions, own, other } = await open();
      await transactions.run(own, ({ {{objectsCamel}} }) => {{objectsCamel}}.add({{Object}}.add('North', NOW)));
      expect(await transactions.run(other, ({ {{objectsCamel}} }) => {{objectsCamel}}.all())).toEqual([]);
      expect(await transactions.run(other, ({ {{objectsCamel}} }) => {{objectsCamel}}.add({{Object}}.add('North', NOW)))).toBe(
        true,
      );
    });
  });
}
