import type { Clock } from '@furrow/kernel';

/** The clock of the past season: the program sets it to the hour at which each thing was done. */
export class SeasonClock implements Clock {
  constructor(private at: Date) {}

  now(): Date {
    return this.at;
  }

  set(at: Date): void {
    this.at = at;
  }
}
