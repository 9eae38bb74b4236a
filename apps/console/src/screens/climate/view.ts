import { useSearchParams } from 'wouter';
import type { Project } from '../../api/places.ts';
import { useToday } from '../../parts/now.ts';
import { addDays } from '../../time/local-day.ts';
import { type Detail, QUANTITIES, type Quantity, type Span } from './climate-query.ts';
import { type IndicatorName, INDICATORS } from './indicators/indicator.ts';

/** What can be shown: a quantity of stations, an indicator, the KPIs of plants, soil, or irrigation. */
export type Shown = Quantity | IndicatorName | (typeof LISTED)[number];

const LISTED = ['plants', 'soil', 'irrigation'] as const;

/** The user's choice of days. */
export interface Choice {
  readonly to: string;
  readonly days: number;
  readonly detail: Detail;
}

export interface View {
  readonly shown: Shown;
  readonly span: Span & Choice;
  readonly change: (choice: Partial<Choice>) => void;
}

export const isQuantity = (shown: string): shown is Quantity => QUANTITIES.some((one) => one === shown);
export const isIndicator = (shown: string): shown is IndicatorName => INDICATORS.some((one) => one === shown);

const isShown = (value: string | null): value is Shown =>
  value !== null && (isQuantity(value) || isIndicator(value) || LISTED.some((listed) => listed === value));

/**
 * The resolution for a number of days, which limits the number of points: a quarter of an hour for a few days, hours
 * for a month, days for a year.
 */
export const detailOf = (days: number): Detail => (days <= 2 ? '15m' : days <= 31 ? '1h' : '1d');
const DETAILS = ['raw', '15m', '1h', '1d'] as const;
const DATE = /^\d{4}-\d\d-\d\d$/;
const LONGEST = 366;

/** The address with another choice; the rest of it stays, such as the language. */
export function withChoice(search: URLSearchParams, choice: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(choice)) next.set(name, value);
  return `/climate?${next.toString()}`;
}

/** What the address says is shown; without it the temperature of the last two local days of the project. */
export function useView({ projectId, timezone }: Project): View {
  const [search, setSearch] = useSearchParams();
  const today = useToday(timezone);
  const show = search.get('show');
  const shown = isShown(show) ? show : 'te';
  // Scouts and valves have something to tell of weeks rather than of days, and soil dries within one.
  const usual = shown === 'plants' || shown === 'irrigation' ? 30 : shown === 'soil' ? 7 : 2;
  const asked = Number(search.get('days'));
  const days = Number.isInteger(asked) && asked > 0 && asked <= LONGEST ? asked : usual;
  const until = search.get('to') ?? '';
  const to = DATE.test(until) && !Number.isNaN(Date.parse(until)) ? until : today;
  const detail = DETAILS.find((one) => one === search.get('detail')) ?? detailOf(days);
  return {
    shown,
    span: { projectId, timezone, to, days, detail, from: addDays(to, 1 - days) },
    change: (choice) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          // Another range has another usual resolution.
          if (choice.days !== undefined) next.delete('detail');
          for (const [name, value] of Object.entries(choice)) next.set(name, String(value));
          return next;
        },
        { replace: true },
      ),
  };
}
