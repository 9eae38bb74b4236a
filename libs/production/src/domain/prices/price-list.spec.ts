import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { amountByPrices } from '../totals.ts';
import { declaredPrice, priceKey, type PriceState } from './price.ts';
import { PriceList, type PricedSession } from './price-list.ts';

const JUNE = '2026-06-01' as LocalDate;

const price = (amount: string, over: Partial<PriceState> = {}): PriceState => ({
  ...{ validFrom: '2026-01-01' as LocalDate, unit: 'kg', price: amount, active: true },
  ...{ projectId: null, crop: null, variety: null, qualityId: null, container: null },
  ...over,
});
const session = (over: Partial<PricedSession> = {}): PricedSession => ({
  ...{ projectId: 'north', crop: 'Cherry', variety: 'Lapins', localDate: JUNE, samplingUnit: 'kg' },
  ...{ pricePerUnit: '9', followsPrices: true },
  ...over,
});
const exported = { qualityId: 'export', container: 'crate' };
const found = (prices: readonly PriceState[], of = session(), record = exported) =>
  new PriceList(prices).of(of)?.priceOf(record);

describe('the price of a record', () => {
  it('is that which names most members', () => {
    const prices = [
      price('1', { qualityId: 'export' }),
      price('2', { projectId: 'north', crop: 'Cherry' }),
      price('3'),
    ];
    expect(found(prices)).toBe('2');
    expect(found(prices.toReversed())).toBe('2');
  });

  it('is, of those that name as many, that of a quality, then a container, variety, crop, project', () => {
    const inOrder: Partial<PriceState>[] = [
      ...[{ qualityId: 'export' }, { container: 'crate' }, { variety: 'Lapins' }],
      ...[{ crop: 'Cherry' }, { projectId: 'north' }],
    ];
    for (const [index, first] of inOrder.entries())
      for (const second of inOrder.slice(index + 1)) {
        const pair = [price('2', second), price('1', first)];
        expect([first, second, found(pair)]).toEqual([first, second, '1']);
        // The first difference decides, whatever is the same.
        const more = inOrder.find((each) => each !== first && each !== second);
        const longer = pair.map((each) => ({ ...each, ...more }));
        expect([first, second, more, found(longer)]).toEqual([first, second, more, '1']);
      }
  });

  it('is, of those that name the same, the later one of its day or before', () => {
    const since = (validFrom: string) => ({ validFrom: validFrom as LocalDate, qualityId: 'export' });
    const prices = [
      price('1', since('2026-05-31')),
      price('2', since(JUNE)),
      price('3', since('2026-06-02')),
    ];
    expect(found(prices)).toBe('2');
    expect(found(prices, session({ localDate: '2026-05-31' as LocalDate }))).toBe('1');
    // A later one that names less does not hold.
    expect(found([...prices, price('4', { validFrom: JUNE })])).toBe('2');
  });

  it.each<[Partial<PriceState>]>([
    [{ projectId: 'south' }],
    [{ crop: 'Plum' }],
    [{ variety: 'Bing' }],
    [{ qualityId: 'local' }],
    [{ container: 'tray' }],
    [{ unit: 'box' }],
    [{ validFrom: '2026-06-02' as LocalDate }],
    [{ active: false }],
  ])('is not one of others: %j', (over) => {
    expect(found([price('1', over), price('2', { unit: 'kg' })])).toBe('2');
    expect(found([price('1', over)]) ?? 'none').not.toBe('1');
  });

  it('is the session’s where none holds, and null where it has none either', () => {
    const prices = [price('1', { qualityId: 'local' })];
    expect(found(prices)).toBe('9');
    expect(found(prices, session({ pricePerUnit: null }))).toBeNull();
  });

  it('is the session’s own where it was opened with one, and in a session without a unit', () => {
    expect(found([price('1')], session({ followsPrices: false }))).toBeUndefined();
    expect(found([price('1')], session({ samplingUnit: null }))).toBeUndefined();
    expect(new PriceList([]).of(session())).toBeUndefined();
  });
});

describe('a session whose records have prices of their own', () => {
  const prices = new PriceList([
    price('0.46', { qualityId: 'export' }),
    price('0.31', { qualityId: 'local' }),
  ]);
  const amount = (
    kinds: readonly [string | null, string][],
    terms: { pricePerUnit?: string | null; bonus?: Parameters<typeof amountByPrices>[2]['bonus'] } = {},
  ) =>
    amountByPrices(
      kinds.map(([qualityId, units]) => ({ qualityId, container: null, units })),
      prices.of(session(terms))!,
      { pricePerUnit: terms.pricePerUnit ?? null, bonus: terms.bonus ?? null },
      2,
    );

  it('is worth their sum, rounded once', () => {
    const [exports, local] = [['export', '100.01'] as const, ['local', '57.5'] as const];
    expect(amount([[...exports], [...local]])).toBe('63.83'); // 46.0046 + 17.825
    const percent = { type: 'percent', value: 10, note: null } as const;
    expect(amount([[...exports], [...local]], { bonus: percent })).toBe('70.21'); // 1.1 × 63.8296
    const perUnit = { type: 'per_unit', value: 0.01, note: null } as const;
    expect(amount([[...exports], [...local]], { bonus: perUnit })).toBe('65.4'); // 63.8296 + 1.5751
  });

  it('is worth nothing known while anything has no price', () => {
    expect(
      amount(
        [
          ['export', '1'],
          [null, '2'],
        ],
        { pricePerUnit: null },
      ),
    ).toBeNull();
    expect(
      amount(
        [
          ['export', '1'],
          [null, '0'],
        ],
        { pricePerUnit: null },
      ),
    ).toBe('0.46');
    expect(amount([], { pricePerUnit: null })).toBeNull();
    expect(amount([], { pricePerUnit: '2', bonus: { type: 'fixed', value: 5, note: null } })).toBe('5');
  });
});

describe('a declared price', () => {
  const declared = { validFrom: '2026-01-01', unit: ' kg ', price: 0.46 };

  it('has an exact amount, and is used unless it is said otherwise', () => {
    expect(declaredPrice({ ...declared, crop: ' Cherry ', variety: '' })).toEqual(
      price('0.46', { crop: 'Cherry' }),
    );
    expect(declaredPrice({ ...declared, status: 'inactive' }).active).toBe(false);
  });

  it('is the same price as another one if both differ in the amount alone', () => {
    expect(priceKey({ ...declared, crop: 'A/B' })).not.toBe(
      priceKey({ ...declared, crop: 'A', variety: 'B' }),
    );
    expect(priceKey({ ...declared, crop: 'north' })).not.toBe(priceKey({ ...declared, projectId: 'north' }));
    expect(priceKey({ ...declared, unit: 'kg', crop: null })).toBe(priceKey(declared));
  });

  it.each([
    ['price', { price: -0.01 }],
    ['price', { price: 0.0000001 }],
    ['price', { price: 1_000_000_001 }],
    ['price', { price: Number.NaN }],
    ['unit', { unit: '  ' }],
    ['unit', { unit: 'k'.repeat(51) }],
    ['validFrom', { validFrom: '2026-02-30' }],
    ['crop', { crop: 'c'.repeat(201) }],
  ])('is refused for its %s: %j', (field, over) => {
    expect(() => declaredPrice({ ...declared, ...over })).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: [expect.objectContaining({ field })] }),
    );
  });
});
