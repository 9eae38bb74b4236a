const MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** How a duration is written: `90s`, `15m`, `24h`, `30d`. */
export const DURATION = '^\\d{1,6}[smhd]$';

/** Milliseconds of a duration such as `24h`; undefined if the text is not a duration. */
export function millisecondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !new RegExp(DURATION).test(text)) return undefined;
  return Number(text.slice(0, -1)) * MILLISECONDS[text.slice(-1) as keyof typeof MILLISECONDS];
}
