/** What is laid over a good request: of a header the good one goes, of the rest whatever is given. */
export interface Overlay {
  /** With its query. */
  readonly path?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
}

/** Something hostile in any size. Nothing of it is left to chance: name and size make the same again. */
export interface Shape {
  readonly name: string;
  /** In bytes, about: tried one after the other, until one costs too much or is refused as too large. */
  readonly sizes: readonly [number, ...number[]];
  readonly at: (size: number) => Overlay;
}

/** @returns whole repetitions of a text in at most so many bytes of UTF-8, and one at least */
export function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
}
