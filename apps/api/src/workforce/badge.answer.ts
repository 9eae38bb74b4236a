import { FEED_MEMBERS } from '../http/feed-query.ts';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';
import type { BadgeAssignment } from '@furrow/workforce/domain';

const assignment = s.named('BadgeAssignment', 'That a worker has a badge from an instant on.', {
  assignmentId: s.about(s.idOf('badgeAssignment'), 'Made by the service'),
  code: s.about(s.text, 'What the badge’s QR code, chip or print says', 'K7M2Q4XD'),
  workerId: s.about(s.idOf('worker'), 'Who has it'),
  from: s.about(s.dateTime, 'The first instant at which the worker has it'),
  until: s.about(
    s.orNull(s.dateTime),
    'The first instant at which the worker no longer has it; `from` if another assignment took its place',
    null,
  ),
});

export const BADGE = s.success(assignment);
export const BADGES = s.success(s.listOf(assignment), {
  meta: s.either(PAGE_META, s.named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS)),
});

export const BADGE_SHEET = {
  'application/pdf': {
    schema: s.about(s.within(s.text, { format: 'binary' }), 'Pages of A4 with eight cards each'),
  },
};

export const badgeAnswer = ({
  assignmentId,
  code,
  workerId,
  from,
  until,
}: BadgeAssignment): s.Value<typeof assignment> => ({
  ...{ assignmentId, code, workerId },
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
});
