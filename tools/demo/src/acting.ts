import { actingAs } from '@furrow/database';
import type { Person } from './season-farm.ts';

/** Attributes what `work` writes to a user of the farm. */
export function by<T>({ idpId, userId }: Person, work: () => Promise<T>): Promise<T> {
  return actingAs(() => ({ channel: 'user', actor: idpId, userId }), work);
}
