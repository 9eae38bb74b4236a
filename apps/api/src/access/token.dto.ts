import { DURATION } from '@furrow/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { About, Optional } from '../http/fields.ts';

export class RotateTokenBody {
  @About('How long the old credential stays valid, by default 24h; 0s ends it at once', '24h')
  @Optional(
    Matches(new RegExp(DURATION), { message: '$property must be a duration such as 15m, 24h or 30d' }),
    ApiProperty({ type: String, pattern: DURATION }),
  )
  overlap?: string | null;
}
