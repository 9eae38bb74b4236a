import type { Check } from '../finding.ts';
import type { Server } from '../server.ts';

/** JWTs have a leeway of 5 seconds, so two machines whose clocks differ by more refuse each other's. */
const WRONG_MS = 5_000;
const WARNING_MS = 1_000;

export const clock: Check<Server> = {
  subject: 'clock',
  async examine({ client }, findings) {
    const asked = Date.now();
    const { rows } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const answered = Date.now();
    // The server's time, read at some moment between the query and its answer.
    const theirs = rows[0]?.ms ?? 0;
    const skew = theirs < asked ? theirs - asked : Math.max(theirs - answered, 0);
    const apart = `The database's clock is ${(Math.abs(skew) / 1_000).toFixed(1)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine's.`;
    const advice = 'Synchronize both with the same time service (NTP).';
    if (Math.abs(skew) >= WRONG_MS) findings.wrong(apart, advice);
    else if (Math.abs(skew) >= WARNING_MS) findings.warning(apart, advice);
    else findings.fine("The database's clock agrees with this machine's.");
  },
};
