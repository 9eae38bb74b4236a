import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { About, IfGiven, Notes } from '../http/fields.ts';
import { FeedQuery } from '../http/feed-query.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';

const MAX_TEXT = 200;

/** An empty text counts as omitted. */
export class ListWorkersQuery extends FeedQuery {
  @PageAsked()
  page = 1;

  @PageSizeAsked()
  pageSize = 25;

  @About('Any part of name or code, ignoring case and accents', 'lopez')
  @IfGiven(Notes(MAX_TEXT))
  q?: string;

  @About('A value that is not an option matches no worker', 'active')
  @IfGiven(Notes(MAX_TEXT))
  status?: string;

  @About('A value that is not an option matches no worker', 'harvester')
  @IfGiven(Notes(MAX_TEXT))
  position?: string;

  @About('A value that is not an option matches no worker', 'seasonal')
  @IfGiven(Notes(MAX_TEXT))
  employment_type?: string;

  @FormatAsked({ of: PLACELESS, isPaged: true })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}
