/** Why an item, or with `payload_…` and `malformed_json` the whole payload, was refused. Stable words. */
export const PROBLEM_CODES = [
  'malformed_json',
  'payload_too_large',
  'payload_too_deep',
  'too_many_items',
  'validation_failed',
  'ts_too_old',
  'ts_in_future',
  'kpi_reserved',
  'sector_not_found',
  'conflict',
  'refused',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** What is wrong, for a device's log: a stable word and a sentence. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
}

/**
 * Thrown by rules while an item is read, and never outside of this domain. It is not an Error, because capturing a
 * stack costs more than reading the item, and a payload may have a thousand wrong items.
 */
export class Wrong {
  constructor(readonly problem: Problem) {}
}

/** @throws Wrong */
export function refuse(code: ProblemCode, message: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- see there
  throw new Wrong({ code, message });
}

/** A repeat with other values; the first ones stay. */
export const CONFLICT: Problem = {
  code: 'conflict',
  message: 'was sent before with other values; the first ones are kept',
};

export const SECTOR_NOT_FOUND: Problem = {
  code: 'sector_not_found',
  message: 'sector is neither the key nor the id of a sector of the device’s project',
};

export const REFUSED: Problem = { code: 'refused', message: 'could not be stored as it is' };
