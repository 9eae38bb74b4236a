import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { About, IfGiven, Members } from '../http/fields.ts';

const NAME = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';

export class CommandDto {
  @About('The last level of its topic: 1 to 64 letters, digits, hyphens or underscores')
  @ApiProperty({ type: String, pattern: NAME })
  @Matches(new RegExp(NAME), { message: '$property must be 1 to 64 letters, digits, hyphens or underscores' })
  name: string;

  @About('What the device makes of it; at first {}. At most 64 kB as JSON')
  @IfGiven(Members())
  payload?: Record<string, unknown>;
}
