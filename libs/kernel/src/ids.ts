import { randomFillSync } from 'node:crypto';
import { v7, validate } from 'uuid';

const RANDOM_BYTES = 16;
/** The random bytes of 256 ids: asking the system for those of each id would take longer than all the rest of it. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let used = pool.length;
let [latest, sequence] = [-Infinity, 0];

/**
 * A new UUIDv7: globally unique and, within this process, ordered by creation, which keeps indexes dense. Ids of one
 * millisecond count up from a random number (RFC 9562, section 6.2, method 1).
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += RANDOM_BYTES));
  const now = Date.now();
  if (now > latest) {
    latest = now;
    // 31 bits, so that counting up in one millisecond never overflows the 32 bits of the field.
    sequence = random.readUInt32BE(6) >>> 1;
  } else sequence++;
  return v7({ random, msecs: latest, seq: sequence });
}

/** Ids are opaque to clients: a string that is not a UUID is an id that does not exist. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}
