import type { UserPrincipal } from '@furrow/access';
import type { ReceivedBody } from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { SendCommand, topicsOf } from '@furrow/telemetry';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, Received, ValidBody } from '../http/validated.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { dateTime, id, object, success, text } from '../openapi/schema.ts';
import { CommandDto } from './command.dto.ts';

const MAX_PAYLOAD = 65_536;

const COMMAND = success(
  object({ commandId: id, deviceId: text, name: text, topic: text, createdAt: dateTime }),
);

@Controller('api/iot/devices')
@UserAccess('admin')
export class CommandsController {
  constructor(private readonly sendCommand: SendCommand) {}

  /** What the device receives is `{ commandId, createdAt, payload }`; at least once, so that it heeds the commandId. */
  @Post(':deviceId/commands')
  @HttpCode(201)
  @Does(
    'Send a command to a device',
    'Published to v1/devices/{deviceId}/commands/{name} as `{ commandId, createdAt, payload }`, when the device is there.',
  )
  @Answers(201, 'The command is kept until the device has it', COMMAND)
  @Refuses(
    'validation_failed',
    'malformed_json',
    'payload_too_large',
    'unsupported_media_type',
    'device_not_found',
  )
  async send(
    @CurrentUser() { companyId, userId }: UserPrincipal,
    @PathId('deviceId') deviceId: string,
    @ValidBody(CommandDto) { name }: CommandDto,
    @Received() { members }: ReceivedBody,
  ) {
    const payload = members['payload'] ?? {};
    if (JSON.stringify(payload).length > MAX_PAYLOAD)
      throw ValidationFailed.of('payload', `must have at most ${MAX_PAYLOAD} characters as JSON`);
    const { commandId, createdAt } = await this.sendCommand.execute({
      companyId,
      deviceId,
      name,
      payload,
      userId,
    });
    const topic = topicsOf(deviceId).command(name);
    return { status: 'success', data: { commandId, deviceId, name, topic, createdAt } };
  }
}
