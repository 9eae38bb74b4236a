import { About, IfGiven, Notes, Optional, Text } from '../http/fields.ts';

export class VoidRecordBody {
  @About('Kept as the notes of the counter-movement', 'Counted twice')
  @Optional(Notes(500))
  reason?: string | null;
}

/** One of the two is required. */
export class KeyQuery {
  @About('The key that the phone gave the record', 'phone-7/311')
  @IfGiven(Text(100))
  clientEventId?: string;

  @About('Its second key', 'a1b2c3')
  @IfGiven(Text(100))
  idempotencyKey?: string;
}
