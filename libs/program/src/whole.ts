import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number within these bounds, both included. */
export function whole(from: number, to = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const bounds = to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`;
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < from || value > to)
      throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
    return value;
  };
}
