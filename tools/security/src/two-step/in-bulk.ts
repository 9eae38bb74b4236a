import type { Json } from '../client.ts';
import type { Farm } from '../stage/farm.ts';

/** The most items that one request may have. */
const PER_REQUEST = 1_000;

/** Creates objects with as few requests as possible. @throws Error if one of them is refused */
export async function inBulk(
  farm: Farm,
  path: string,
  member: string,
  items: readonly Json[],
): Promise<void> {
  for (let at = 0; at < items.length; at += PER_REQUEST) {
    const { summary } = await farm.ask('POST', path, { [member]: items.slice(at, at + PER_REQUEST) });
    const { failed } = summary as { failed: number };
    if (failed > 0) throw new Error(`${failed} items of ${path} were refused`);
  }
}
