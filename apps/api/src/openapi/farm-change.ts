import { ITEM_KINDS } from '@furrow/farm-file';
import * as s from './schema.ts';

const item = { key: 'export', name: 'Export', status: 'active' };
export const FARM_CHANGE = s.named('FarmChange', 'What became of an item of the farm.', {
  kind: s.about(s.oneOf(...Object.values(ITEM_KINDS)), 'What it is', 'quality'),
  key: s.about(s.text, 'Its key in the farm file; of a sector `project/sector`', 'export'),
  action: s.about(s.oneOf('created', 'updated', 'unchanged', 'deactivated'), 'What happened to it'),
  before: s.about(s.orNull(s.anyObject), 'As the farm file stated it; null where it is new', null),
  after: s.about(s.anyObject, 'As the farm file states it now', item),
});
