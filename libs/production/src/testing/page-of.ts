import type { PageRequest } from '@furrow/kernel';

export function pageOf<Item>(items: readonly Item[], { page, pageSize }: PageRequest): Item[] {
  return items.slice((page - 1) * pageSize, page * pageSize);
}
