import { MAX_UNITS } from '@furrow/production/domain';
import { About, Id, IfGiven, Notes, NumberFrom, Optional, Text, Words } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export class VoidRecordBody {
  @About('Kept as the notes of the counter-movement', 'Counted twice')
  @Optional(Notes(500))
  reason?: string | null;
}

export class CorrectRecordBody {
  @About('What was really picked; 0 takes the record back', 12)
  @NumberFrom(0, MAX_UNITS)
  units: number;

  @About('Another quality; by default as it was', EXAMPLE_IDS.quality)
  @Optional(Id())
  qualityId?: string | null;

  @About(
    'Kept as the notes of the counter-movement, and in the audit trail',
    'Weighed again: one crate was empty',
  )
  @Words(500)
  reason: string;

  @About('The key of the correction: a repeat changes nothing', 'office/2026-02-01/1')
  @Text(100)
  clientEventId: string;
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
