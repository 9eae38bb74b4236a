import { ITEM_KINDS } from '@furrow/farm-file';
import { about, anyObject, named, oneOf, orNull, text } from './schema.ts';

const item = { key: 'export', name: 'Export', status: 'active' };
export const FARM_CHANGE = named('FarmChange', 'What became of an item of the farm.', {
  kind: about(oneOf(...ITEM_KINDS), 'What it is', 'quality'),
  key: about(text, 'Its key in the farm file; of a sector `project/sector`', 'export'),
  action: about(oneOf('created', 'updated', 'unchanged', 'deactivated'), 'What happened to it'),
  before: about(orNull(anyObject), 'As the farm file stated it; null where it is new', null),
  after: about(anyObject, 'As the farm file states it now', item),
});
