import type { ListPhones } from '@furrow/access';
import {
  about,
  count,
  dateTime,
  flag,
  idOf,
  listOf,
  named,
  orNull,
  success,
  text,
  type Value,
} from '../../openapi/schema.ts';

const phone = named('Phone', 'A phone on which a user signed in to the field app, as it told last.', {
  phoneId: about(idOf('phone'), 'The phone’s own name for itself; users who share it have the same'),
  userId: about(idOf('user'), 'Who uses it'),
  userName: about(text, 'Their name', 'Ana Rojas'),
  unsent: about(count, 'Items that the office does not have, as the phone told last', 3),
  version: about(text, 'Of the app', '0.3.0'),
  persisted: about(
    orNull(flag),
    'Whether the browser keeps what the app stores; null: it does not say',
    true,
  ),
  firstSeenAt: about(dateTime, 'When it told first'),
  lastSeenAt: about(dateTime, 'When it told last'),
});

export const PHONES = success(listOf(phone));

export const phoneAnswer = (
  item: Awaited<ReturnType<ListPhones['execute']>>[number],
): Value<typeof phone> => ({
  ...item,
  firstSeenAt: item.firstSeenAt.toISOString(),
  lastSeenAt: item.lastSeenAt.toISOString(),
});
