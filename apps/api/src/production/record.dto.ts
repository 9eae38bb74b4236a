import { About, IfGiven, Notes, Optional, Text } from '../http/fields.ts';

export class VoidRecordBody {
  @About('Kept as the notes of the counter-movement')
  @Optional(Notes(500))
  reason?: string | null;
}

/** One of the two is needed. */
export class KeyQuery {
  @IfGiven(Text(100))
  clientEventId?: string;

  @IfGiven(Text(100))
  idempotencyKey?: string;
}
