import { EVENT_TYPES, type EventBody } from '@furrow/notifications/domain';
import {
  about,
  anyObject,
  dateTime,
  EXAMPLE_IDS,
  object,
  oneOf,
  type Schema,
  text,
} from '../openapi/schema.ts';

const EXAMPLE = {
  type: 'records.added' as const,
  timestamp: '2026-01-31T11:00:00.000Z',
  data: { sessionId: EXAMPLE_IDS.session, count: 1, recordIds: [EXAMPLE_IDS.record] },
};

/** The `data` of each event in the stream, and the body of its webhooks. */
const EVENT = object({
  type: about(oneOf(...EVENT_TYPES), 'What happened', EXAMPLE.type),
  timestamp: about(dateTime, 'When it was committed'),
  data: about(
    anyObject,
    'The ids of the objects concerned; for records also their number, for alerts the state',
    EXAMPLE.data,
  ),
} satisfies Record<keyof EventBody, Schema>);

export const EVENT_STREAM = {
  'text/event-stream': {
    schema: {
      ...about(text, 'Server-sent events'),
      contentMediaType: 'text/event-stream',
      'x-event-data': EVENT,
    },
    example: `event: ${EXAMPLE.type}\nid: evt_hn4ofs5ds0_2k_0\ndata: ${JSON.stringify(EXAMPLE)}\n\n`,
  },
};
