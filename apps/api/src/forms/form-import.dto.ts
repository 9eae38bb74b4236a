import { ApiProperty } from '@nestjs/swagger';
import { About, IfGiven, OneOf, Text } from '../http/fields.ts';

export class ImportFormQuery {
  @About('Only tell what would change', 'true')
  @IfGiven(OneOf(['true', 'false']), ApiProperty({ default: 'false' }))
  dryRun?: 'true' | 'false';

  @About('The key of the form, in place of the workbook’s `form_id`', 'scout')
  @IfGiven(Text(100))
  key?: string;
}
