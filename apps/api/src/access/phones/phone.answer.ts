import type { ListPhones } from '@furrow/access';
import * as s from '../../openapi/schema.ts';

const phone = s.named('Phone', 'A phone on which a user signed in to the field app, as it told last.', {
  phoneId: s.about(s.idOf('phone'), 'The phone’s own name for itself; users who share it have the same'),
  userId: s.about(s.idOf('user'), 'Who uses it'),
  userName: s.about(s.text, 'Their name', 'Ana Rojas'),
  unsent: s.about(s.count, 'Items that the office does not have, as the phone told last', 3),
  version: s.about(s.text, 'Of the app', '0.3.0'),
  persisted: s.about(
    s.orNull(s.flag),
    'Whether the browser keeps what the app stores; null: it does not say',
    true,
  ),
  firstSeenAt: s.about(s.dateTime, 'When it told first'),
  lastSeenAt: s.about(s.dateTime, 'When it told last'),
});

export const PHONES = s.success(s.listOf(phone));

export const phoneAnswer = (
  item: Awaited<ReturnType<ListPhones['execute']>>[number],
): s.Value<typeof phone> => ({
  ...item,
  firstSeenAt: item.firstSeenAt.toISOString(),
  lastSeenAt: item.lastSeenAt.toISOString(),
});
