import { Matches } from 'class-validator';
import { About, allOf, Flag, Optional, Text, WholeNumber } from '../../http/fields.ts';

const MAX_UNSENT = 1_000_000;
const MAX_VERSION = 40;

export class ReportPhoneBody {
  @About('How many items the phone has that the office does not', 3)
  @WholeNumber(0, MAX_UNSENT)
  unsent!: number;

  @About('Of the app', '0.3.0')
  @allOf(
    Text(MAX_VERSION),
    Matches(/^[\x21-\x7e]+$/, { message: '$property must be printable ASCII characters without spaces' }),
  )
  version!: string;

  @About('Whether the browser keeps what the app stores; null: it does not say', true)
  @Optional(Flag())
  persisted?: boolean | null;
}
