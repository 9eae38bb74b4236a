/** Where the time comes from: injected, so that a test can stand at any instant. */
export abstract class Clock {
  abstract now(): Date;
}

/**
 * The one clock of all processes, which takes a moment to ask. What is done by the time to what belongs to everybody, such
 * as a sweep, goes by it: a process whose own clock is wrong must not decide for others.
 */
export abstract class SharedClock {
  abstract now(): Date | Promise<Date>;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
