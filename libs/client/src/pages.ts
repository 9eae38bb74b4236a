import type { Answer } from './answer.ts';

/** The parameters of one page of a list. */
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
 * Every item of a list with pages; the next page is read when it is needed. A list that grows meanwhile may return an
 * item twice.
 * @param ask reads one page, such as
 * `(query) => furrow.GET('/api/control/production/sessions', { params: { query } })`
 * @throws FurrowError if a page is refused or does not arrive
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
