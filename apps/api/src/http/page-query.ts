import type { PageRequest } from '@furrow/kernel';
import { about, count, named } from '../openapi/schema.ts';
import { About, allOf, Counted } from './fields.ts';

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 100;

// On members of a query class that has another base class.
export const PageAsked = () => allOf(About('From 1', 1), Counted(MAX_PAGE, 1));
export const PageSizeAsked = () => allOf(About('Items per page', 25), Counted(MAX_PAGE_SIZE, 25));

/** A query for one page of a list. */
export class PageQuery implements PageRequest {
  @PageAsked()
  page = 1;

  @PageSizeAsked()
  pageSize = 25;
}

export const pageMeta = ({ page, pageSize }: PageRequest, total: number) => ({
  ...{ page, pageSize, total },
  totalPages: Math.ceil(total / pageSize),
});

export const PAGE_META = named('PageMeta', 'The page of a list.', {
  page: about(count, 'The page, from 1', 1),
  pageSize: about(count, 'Items per page', 25),
  total: about(count, 'Items that match the filters, on all pages', 1),
  totalPages: about(count, 'Pages of that size', 1),
});
