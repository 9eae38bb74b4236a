import type { LocalDate } from '@furrow/kernel';
import type { Random } from '@furrow/program';
import type { Crew } from '../people/crew.ts';

/** How a session ends: closed by its owner, or forgotten until its duration or the day is over. */
export type Ending = 'owner' | 'midnight' | 'duration';

/** A session of a crew in a sector on one day. */
export interface PlannedSession {
  readonly day: LocalDate;
  readonly sector: string;
  readonly crew: Crew;
  /** The user name of its owner. */
  readonly owner: string;
  readonly timezone: string;
  /** Per unit. */
  readonly price: string;
  readonly ending: Ending;
  readonly notes: string | null;
}

/** What one worker brings to the scales at once. */
export interface Load {
  /** Local hour, such as 7.4. */
  readonly hour: number;
  readonly units: number;
  readonly quality: string;
}

interface Stage {
  readonly crew: Crew;
  readonly sector: string;
  /** Working days of the season, the first included. */
  readonly from: number;
  readonly to: number;
  /** Only on every so many of them. */
  readonly every: number;
}

/** Where each crew picks, by working day. In each sector there is one session a day. */
const STAGES: readonly Stage[] = [
  { crew: 'vega-a', sector: 'vega/v1', from: 0, to: 20, every: 1 },
  { crew: 'vega-a', sector: 'vega/v2', from: 20, to: 44, every: 1 },
  { crew: 'vega-a', sector: 'vega/v3', from: 44, to: 64, every: 1 },
  { crew: 'vega-b', sector: 'vega/v2', from: 0, to: 20, every: 1 },
  { crew: 'vega-b', sector: 'vega/v1', from: 20, to: 34, every: 1 },
  { crew: 'vega-b', sector: 'vega/v4', from: 34, to: 64, every: 1 },
  { crew: 'loma', sector: 'loma/greenhouse', from: 0, to: 64, every: 2 },
];
export const WORKDAYS = 64;

const OWNERS: Readonly<Record<Crew, string>> = {
  ...{ 'vega-a': 'mateo', 'vega-b': 'rosa', loma: 'nayra', hourly: 'clara' },
};
const PRICES: Readonly<Record<string, string>> = {
  ...{ 'vega/v1': '0.24', 'vega/v2': '0.21', 'vega/v3': '0.2', 'vega/v4': '0.18' },
  'loma/greenhouse': '1.85',
};
/** One note for some of the days. */
const NOTES = [
  'Segunda pasada, fruta de buen calibre.',
  'Niebla hasta las ocho; se empezó por la parte alta.',
  'El camión llegó una hora tarde.',
  'Falta sombra en la cabecera; agua repartida dos veces.',
  'Mucha fruta pequeña en las últimas filas.',
];
/** Sessions of the last days are closed by their owner, because the system closes others only after the grace. */
const CLOSED_BY_OWNER = 4;

/** The sessions of a working day. @param index of the day in the season */
export function sessionsOf(index: number, day: LocalDate): PlannedSession[] {
  return STAGES.filter((stage) => isOn(stage, index)).map(({ crew, sector }) => ({
    ...{ day, sector, crew, owner: OWNERS[crew], price: PRICES[sector] ?? '0.2' },
    timezone: sector.startsWith('loma') ? 'Atlantic/Canary' : 'Europe/Madrid',
    ending: endingOf(index, crew),
    notes: (index + crew.length) % 5 === 0 ? (NOTES[Math.floor(index / 5) % NOTES.length] ?? null) : null,
  }));
}

/** Whether a crew picks on a working day. */
export function picksOn(index: number, crew: Crew): boolean {
  return STAGES.some((stage) => stage.crew === crew && isOn(stage, index));
}

function isOn({ from, to, every }: Stage, index: number): boolean {
  return index >= from && index < to && (index - from) % every === 0;
}

function endingOf(index: number, crew: Crew): Ending {
  if (index >= WORKDAYS - CLOSED_BY_OWNER) return 'owner';
  if (crew === 'vega-b' && index % 13 === 5) return 'midnight';
  if (crew === 'vega-a' && index % 17 === 8) return 'duration';
  return 'owner';
}

export const LOADS = 10;
/** Kilograms, or boxes in the greenhouse, of a usual worker on a usual day. */
const USUAL_DAY = { kg: 395, box: 42 } as const;

/** The loads of one worker on one day: most days are usual, a few are much better, and the afternoon is slower. */
export function loadsOf(random: Random, pace: number, unit: keyof typeof USUAL_DAY): Load[] {
  const luck = Math.exp(0.14 * bell(random)) * (random.chance(0.06) ? 1.18 : 1);
  const day = USUAL_DAY[unit] * pace * luck;
  return Array.from({ length: LOADS }, (_, index) => {
    const tired = 1.09 - 0.02 * index;
    const units = (day / LOADS) * tired * (1 + 0.12 * bell(random));
    const hour = 7.3 + (index * 6.9) / (LOADS - 1) + (random.below(1_000) - 500) / 4_000;
    return {
      hour,
      units: unit === 'kg' ? Math.round(2 * units) / 2 : Math.round(units),
      quality: qualityBy(random),
    };
  });
}

function qualityBy(random: Random): string {
  const drawn = random.below(100);
  return drawn < 70 ? 'export' : drawn < 90 ? 'local' : 'industry';
}

/** About normal: mean 0, standard deviation 1. */
function bell(random: Random): number {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += random.below(1_000) / 1_000;
  return sum - 6;
}
