/** Which page of a list is requested. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** The maximum number of items. */
  readonly pageSize: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number of items on all pages. */
  readonly total: number;
}
