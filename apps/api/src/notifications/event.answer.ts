import { EVENT_TYPES, type EventBody } from '@furrow/notifications/domain';
import * as s from '../openapi/schema.ts';

const EXAMPLE = {
  type: 'records.added' as const,
  timestamp: '2026-01-31T11:00:00.000Z',
  data: { sessionId: s.EXAMPLE_IDS.session, count: 1, recordIds: [s.EXAMPLE_IDS.record] },
};

/** The `data` of each event in the stream, and the body of its webhooks. */
const EVENT = s.object({
  type: s.about(s.oneOf(...EVENT_TYPES), 'What happened', EXAMPLE.type),
  timestamp: s.about(s.dateTime, 'When it was committed'),
  data: s.about(
    s.anyObject,
    'The ids of the objects concerned; for records also their number, for alerts the state',
    EXAMPLE.data,
  ),
} satisfies Record<keyof EventBody, s.Schema>);

export const EVENT_STREAM = {
  'text/event-stream': {
    schema: {
      ...s.about(s.text, 'Server-sent events'),
      contentMediaType: 'text/event-stream',
      'x-event-data': EVENT,
    },
    example: `event: ${EXAMPLE.type}\nid: evt_hn4ofs5ds0_2k_0\ndata: ${JSON.stringify(EXAMPLE)}\n\n`,
  },
};
