import type { Clock } from '../time/clock.ts';

/** A clock that stands still until a test moves it. */
export class FixedClock implements Clock {
  #now: number;

  constructor(now: Date | string) {
    this.#now = new Date(now).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(now: Date | string): void {
    this.#now = new Date(now).getTime();
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
