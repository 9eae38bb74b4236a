import { COMMAND_WAITS } from '@furrow/telemetry';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';
import { About, IfGiven, Members } from '../http/fields.ts';

const NAME = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';

export class CommandDto {
  @About('The last level of its topic: 1 to 64 letters, digits, hyphens or underscores', 'reboot')
  @ApiProperty({ type: String, pattern: NAME })
  @Matches(new RegExp(NAME), { message: '$property must be 1 to 64 letters, digits, hyphens or underscores' })
  name: string;

  @About('For the device to interpret; defaults to {}. At most 64 kB as JSON', { delaySeconds: 5 })
  @IfGiven(Members())
  payload?: Record<string, unknown>;

  @About(
    `How long it waits for a device that is not connected before it is dropped. Defaults to ${COMMAND_WAITS.byDefault}, 7 days`,
    86_400,
  )
  @IfGiven(
    ...[IsInt(), Min(1), Max(COMMAND_WAITS.atMost)],
    ApiProperty({ type: 'integer', minimum: 1, maximum: COMMAND_WAITS.atMost }),
  )
  expiresInSeconds?: number;
}
