import type { Answer } from './answer.ts';

/** What asks a list for one of its pages. */
export interface PageQuery {
  readonly page: number;
  readonly pageSize: number;
}

interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly meta: object;
}

const PAGE_SIZE = 100;

/**
 * Every item of a list that comes page by page; the next page is asked for when it is needed. A list that grows
 * meanwhile may tell an item twice.
 * @param ask gets one page, such as
 *   `(query) => furrow.GET('/api/control/production/sessions', { params: { query } })`
 * @throws FurrowError where a page is refused or does not come
 */
export async function* everyItem<Item>(
  ask: (query: PageQuery) => Promise<Answer<PageOf<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page++) {
    const answer = await ask({ page, pageSize: PAGE_SIZE });
    if (!answer.ok) throw answer.error;
    const { data, meta } = answer.body;
    yield* data;
    const { totalPages } = meta as { readonly totalPages?: number };
    if (totalPages === undefined || page >= totalPages) return;
  }
}
