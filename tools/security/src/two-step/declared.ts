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
  let [next, size] = [0, perRequest];
  while (next < most && size >= 1) {
    const file = fileOf(next, Math.min(next + size, most));
    const { status, text } = await farm.send('ada', 'PATCH', '/api/control/farm', file);
    if (status < 300) next += size;
    else if (status === 400 && text.includes('a company has at most')) size = Math.floor(size / 2);
    else throw new Error(`Items from ${next} on were answered ${status}: ${text.slice(0, 300)}`);
  }
  return Math.min(next, most);
}

/** `from` to `to`, without `to`. */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
