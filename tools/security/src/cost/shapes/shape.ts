/** Changes to a valid request: headers are added or replaced, other parts replaced. */
export interface Overlay {
  /** With its query. */
  readonly path?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
}

/** A hostile input in any size. It is deterministic: name and size reproduce it. */
export interface Shape {
  readonly name: string;
  /** Approximate bytes, tried in this order until one costs too much or is refused as too large. */
  readonly sizes: readonly [number, ...number[]];
  readonly at: (size: number) => Overlay;
}

/** @returns whole repetitions of a text in at most so many bytes of UTF-8, and at least one */
export function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
}
