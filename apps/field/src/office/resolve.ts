import type { Badge, Picker } from './answers.ts';

/**
 * The worker whom a code names: by the badge that the worker had at that instant, else by the company's own code of the
 * worker, in whatever case it was typed.
 */
export function pickerOf(
  code: string,
  at: string,
  { pickers, badges }: { readonly pickers: readonly Picker[]; readonly badges: readonly Badge[] },
): Picker | undefined {
  const asked = code.trim();
  if (asked === '') return undefined;
  const badge = badgeOf(asked, at, badges);
  if (badge) return pickers.find(({ id }) => id === badge.workerId);
  const inCapitals = asked.toUpperCase();
  return pickers.find(
    (picker) => picker.code.toUpperCase() === inCapitals || picker.id.toUpperCase() === inCapitals,
  );
}

/** Instants are written alike, so their texts compare as they do. A code is also found as somebody types it. */
function badgeOf(code: string, at: string, badges: readonly Badge[]): Badge | undefined {
  const held = badges.filter(({ from, until }) => from <= at && (until === null || at < until));
  return (
    held.find((badge) => badge.code === code) ??
    held.find((badge) => badge.code.toUpperCase() === code.toUpperCase())
  );
}
