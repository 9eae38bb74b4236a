const LONGEST_KEY = 80;

/** A key derived from a name and not used yet, because a change under an existing key would change what has it. */
export function freeKey(name: string, taken: readonly string[], otherwise: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  const wish =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, LONGEST_KEY) || otherwise;
  for (let n = 1; ; n++) {
    const key = n === 1 ? wish : `${wish}-${n}`;
    if (!taken.includes(key)) return key;
  }
}
