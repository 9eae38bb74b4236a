import { ApiProperty } from '@nestjs/swagger';
import { About, IfGiven, OneOf } from '../http/fields.ts';

export class ChangeFarmQuery {
  @About('Only tell what would change', 'true')
  @IfGiven(OneOf(['true', 'false']), ApiProperty({ default: 'false' }))
  dryRun?: 'true' | 'false';
}
