import { Refusal } from './refusal.ts';

const MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration such as `90s`, `15m`, `24h` or `30d`. */
export function durationOf(text: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (digits === undefined)
    throw new Refusal(`"${text}" is not a duration; write one such as 15m, 24h or 30d.`);
  return Number(digits) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}
