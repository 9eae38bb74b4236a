/** Does something with each item, with so many at once. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items].entries();
  const workOff = async () => {
    for (const [index, item] of waiting) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
}
