import type { Answer } from '../client.ts';

const AT_ONCE = 6;
const SECONDS = 40;
/** How the service says that a company may have no more of them. */
const AT_LIMIT = [409, 422];

/**
 * Creates objects until the service refuses more of them.
 * @param most a sane maximum where the service has no limit
 * @returns how many were created
 * @throws Error for any other refusal
 */
export async function createUpTo(most: number, create: (index: number) => Promise<Answer>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  let [next, created] = [0, 0];
  let isFull = false;
  const one = async () => {
    while (!isFull && next < most && performance.now() < until) {
      const index = next++;
      const { status, text } = await create(index);
      if (status < 300) created++;
      else if (AT_LIMIT.includes(status)) isFull = true;
      else throw new Error(`Object ${index} was answered ${status}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return created;
}
