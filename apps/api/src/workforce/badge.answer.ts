import { FEED_MEMBERS } from '../http/feed-query.ts';
import { PAGE_META } from '../http/page-query.ts';
import {
  about,
  dateTime,
  either,
  idOf,
  listOf,
  named,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';
import type { BadgeAssignment } from '@furrow/workforce/domain';

const assignment = named('BadgeAssignment', 'That a worker has a badge from an instant on.', {
  assignmentId: about(idOf('badgeAssignment'), 'Made by the service'),
  code: about(text, 'What the badge’s QR code, chip or print says', 'K7M2Q4XD'),
  workerId: about(idOf('worker'), 'Who has it'),
  from: about(dateTime, 'The first instant at which the worker has it'),
  until: about(
    orNull(dateTime),
    'The first instant at which the worker no longer has it; `from` if another assignment took its place',
    null,
  ),
});

export const BADGE = success(assignment);
export const BADGES = success(listOf(assignment), {
  meta: either(PAGE_META, named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS)),
});

export const BADGE_SHEET = {
  'application/pdf': {
    schema: about(within(text, { format: 'binary' }), 'Pages of A4 with eight cards each'),
  },
};

export const badgeAnswer = ({
  assignmentId,
  code,
  workerId,
  from,
  until,
}: BadgeAssignment): Value<typeof assignment> => ({
  ...{ assignmentId, code, workerId },
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
});
