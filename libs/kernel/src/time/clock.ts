/** The source of the time, injected so that a test can choose any instant. */
export abstract class Clock {
  abstract now(): Date;
}

/**
 * The one clock that all processes share; reading it takes a round trip. Changes to shared data that depend on the
 * time, such as a sweep, use it: a process whose own clock is wrong must not decide for the others.
 */
export abstract class SharedClock {
  abstract now(): Date | Promise<Date>;
}

export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}
