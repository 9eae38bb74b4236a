import { describe, expect, it } from '@jest/globals';
import { formatIn } from './format.ts';

const ZONE = 'Europe/Madrid';
/** A Thursday, 00:30 in Madrid, while it is still Wednesday in UTC. */
const NOW = Date.parse('2026-11-25T23:30:00Z');
const [en, es] = [formatIn('en'), formatIn('es')];
/** Intl separates by spaces that do not break. */
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ');

describe('an instant as people say it', () => {
  it.each([
    ['2026-11-25T23:05:00Z', 'today 00:05', 'hoy 00:05'],
    ['2026-11-25T22:48:00Z', 'yesterday 23:48', 'ayer 23:48'],
    ['2026-11-26T23:00:00Z', 'tomorrow 00:00', 'mañana 00:00'],
    ['2026-11-24T11:30:00Z', 'Tuesday 12:30', 'martes 12:30'],
    ['2026-11-20T11:30:00Z', 'Friday 12:30', 'viernes 12:30'],
    ['2026-11-19T11:30:00Z', 'Nov 19, 12:30', '19 nov, 12:30'],
    ['2025-11-24T11:30:00Z', 'Nov 24, 2025, 12:30', '24 nov 2025, 12:30'],
    ['2026-11-30T11:30:00Z', 'Nov 30, 12:30', '30 nov, 12:30'],
  ])('is %s: %s', (instant, english, spanish) => {
    expect(plain(en.when(instant, ZONE, NOW))).toBe(english);
    expect(plain(es.when(instant, ZONE, NOW))).toBe(spanish);
  });

  it('is of the day in the zone of the farm', () => {
    expect(en.when('2026-11-25T23:05:00Z', 'Atlantic/Canary', NOW)).toBe('today 23:05');
  });

  it('is a date by itself', () => {
    expect([en.day('2026-11-26', ZONE, NOW), es.day('2026-11-25', ZONE, NOW)]).toEqual(['today', 'ayer']);
    expect(en.day('2026-11-19', ZONE, NOW)).toBe('Nov 19');
    expect(plain(en.days('2026-03-01', '2026-03-15'))).toBe('Mar 1 – 15, 2026');
  });
});

describe('an amount', () => {
  it('has its currency, with the decimals of the currency', () => {
    expect([en.money(1_234.5, 'EUR', 2), plain(es.money(12_345.6, 'EUR', 2))]).toEqual([
      '€1,234.50',
      '12.345,60 €',
    ]);
    expect(en.money(1_234.5, 'CLP', 0)).toMatch(/1,235$/);
    expect(en.money(32.625, 'KWD', 3)).toMatch(/32\.625$/);
    // Browsers write these without decimals.
    expect(en.money(1_234.5, 'COP', 2)).toMatch(/1,234\.50$/);
    expect(en.money(1_234.5, 'IQD', 3)).toMatch(/1,234\.500$/);
    expect(en.money(1_234.5, 'COP', 2, 6)).toMatch(/1,234\.50$/);
  });

  it('has the decimals of the browser in a currency that is not that of the company', () => {
    expect(en.money(1_234.5, 'EUR', undefined)).toBe('€1,234.50');
  });

  it('is told to the cent where the company has no currency', () => {
    expect(en.money(48, null, undefined)).toBe('48.00');
  });

  it('has more decimals as a rate', () => {
    expect([en.money(0.4, 'EUR', 2, 6), en.money(0.41725, 'EUR', 2, 6)]).toEqual(['€0.40', '€0.41725']);
  });
});
