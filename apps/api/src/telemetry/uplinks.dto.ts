import { ApiProperty } from '@nestjs/swagger';
import { About, IfGiven, Text } from '../http/fields.ts';

export class ChirpStackQuery {
  @About('Which event it is, as ChirpStack adds it to the address; others than `up` are ignored', 'up')
  @IfGiven(Text(100), ApiProperty({ default: 'up' }))
  event = 'up';
}
