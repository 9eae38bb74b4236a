import { About, Text } from '../http/fields.ts';

export class ChirpStackQuery {
  @About('Which event it is: `up` for an uplink', 'up')
  @Text(100)
  event: string;
}
