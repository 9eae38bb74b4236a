import { expect, it } from '@jest/globals';
import type { DeclaredPrice } from '../../domain/index.ts';
import { InMemoryPrices } from '../../testing/in-memory-prices.ts';
import { InMemoryContainers, InMemoryQualityRepository } from '../../testing/in-memory-production.ts';
import { ApplyPrices } from './apply-prices.ts';

const stores = () => {
  const prices = new InMemoryPrices();
  const crate = {
    ...{ key: 'crate', name: 'Crate', unit: 'kg', units: null, tare: null, min: null, max: null },
    active: true,
  };
  const containers = new InMemoryContainers(new Map([['crate', crate]]));
  const qualities = new InMemoryQualityRepository([{ id: 'export', name: 'Export' }]);
  return { prices, apply: new ApplyPrices(prices, qualities, containers) };
};
const one = (over: Partial<DeclaredPrice> = {}): DeclaredPrice => ({
  ...{ validFrom: '2026-01-01', unit: 'kg', price: 0.3 },
  ...over,
});
const exported = one({ quality: 'export', container: 'crate', price: 0.46 });

it('prices are added, changed and pruned by what they name', async () => {
  const { prices, apply } = stores();
  await apply.execute([one(), exported], { prune: false });
  await apply.execute([{ ...exported, price: 0.5 }], { prune: false });
  const inUse = async () => (await prices.inUse()).map(({ qualityId, price }) => [qualityId, price]);
  expect(await inUse()).toEqual([
    [null, '0.3'],
    ['export', '0.5'],
  ]);
  await apply.execute([{ ...exported, price: 0.5 }], { prune: true });
  expect(await inUse()).toEqual([['export', '0.5']]);
  await apply.execute([{ ...exported, status: 'inactive' }], { prune: false });
  expect(await inUse()).toEqual([]);
  expect(await prices.all()).toHaveLength(2);
});

it('two that overlap equally are refused, naming both, and nothing is written', async () => {
  const { prices, apply } = stores();
  const twice = [one(), exported, one({ price: 0.4, crop: ' ' }), { ...exported, price: 1 }];
  await expect(apply.execute(twice, { prune: false })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [
      { field: 'prices[2].validFrom', message: expect.stringContaining('overlaps prices[0]') },
      { field: 'prices[3].validFrom', message: expect.stringContaining('overlaps prices[1]') },
    ],
  });
  expect(await prices.all()).toEqual([]);
});

it('names what the company does not have, and every wrong amount', async () => {
  const { apply } = stores();
  const unknown = [one({ quality: 'nothing' }), one({ container: 'bag' })];
  await expect(apply.execute(unknown, { prune: false })).rejects.toMatchObject({
    details: [{ field: 'prices[0].quality' }, { field: 'prices[1].container' }],
  });
  const wrong = [one({ price: -1 }), one({ unit: 'box', validFrom: 'soon' })];
  await expect(apply.execute(wrong, { prune: false })).rejects.toMatchObject({
    details: [{ field: 'prices[0].price' }, { field: 'prices[1].validFrom' }],
  });
});
