import type { Json } from '../client.ts';
import type { Farm } from '../stage/farm.ts';

/**
 * Declares items of the farm file in as few requests as possible, until the company may have no more.
 * @param most a sane maximum where the service has no limit
 * @param perRequest how many fit into a request
 * @returns how many were declared
 * @throws Error for any other refusal
 */
export async function declared(
  farm: Farm,
  most: number,
  perRequest: number,
  fileOf: (from: number, to: number) => Json,
): Promise<number> {
  for (let from = 0; from < most; from += perRequest) {
    const file = fileOf(from, Math.min(from + perRequest, most));
    const { status, text } = await farm.send('ada', 'PATCH', '/api/control/farm', file);
    if (status === 400 && text.includes('a company has at most')) return from;
    if (status >= 300)
      throw new Error(`Items from ${from} on were answered ${status}: ${text.slice(0, 300)}`);
  }
  return most;
}

/** `from` to `to`, without `to`. */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
