import type { Timing } from '../outbox/delivery/back-off.ts';

/** Time that passes only while somebody sleeps. */
export class FakeTime implements Timing {
  readonly slept: number[] = [];
  #now = Date.parse('2026-03-02T10:00:00Z');

  /** @param chance the value of `random` */
  constructor(private readonly chance = 0.5) {}

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.chance;
  }

  async sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    this.pass(ms);
  }

  pass(ms: number): void {
    this.#now += ms;
  }
}
