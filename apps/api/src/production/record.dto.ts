import { IfGiven, OptionalText, Text } from '../http/fields.ts';

export class VoidRecordBody {
  @OptionalText(500)
  reason?: string | null;
}

export class KeyQuery {
  @IfGiven(Text(100))
  clientEventId?: string;

  @IfGiven(Text(100))
  idempotencyKey?: string;
}
