import { millisecondsOf } from '@furrow/kernel';
import { Refusal } from './refusal.ts';

/** Milliseconds of a duration such as `90s`, `15m`, `24h` or `30d`. */
export function durationOf(text: string): number {
  const milliseconds = millisecondsOf(text);
  if (milliseconds === undefined)
    throw new Refusal(`"${text}" is not a duration; write one such as 15m, 24h or 30d.`);
  return milliseconds;
}
