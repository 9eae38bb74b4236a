import { About, Counted, IfGiven, Notes } from '../http/fields.ts';

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 100;
const MAX_TEXT = 200;

/** An empty text counts as left out. */
export class ListWorkersQuery {
  @About('From 1', 1)
  @Counted(MAX_PAGE, 1)
  page = 1;

  @About('Workers a page', 25)
  @Counted(MAX_PAGE_SIZE, 25)
  pageSize = 25;

  @About('Anywhere in name or code; case and accents do not count', 'lopez')
  @IfGiven(Notes(MAX_TEXT))
  q?: string;

  @About('A value that no option has meets nobody', 'active')
  @IfGiven(Notes(MAX_TEXT))
  status?: string;

  @About('A value that no option has meets nobody', 'harvester')
  @IfGiven(Notes(MAX_TEXT))
  position?: string;

  @About('A value that no option has meets nobody', 'seasonal')
  @IfGiven(Notes(MAX_TEXT))
  employment_type?: string;
}
