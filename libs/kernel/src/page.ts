/** Which part of a long list somebody asks for. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** How many items at most. */
  readonly pageSize: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many there are on all pages. */
  readonly total: number;
}
