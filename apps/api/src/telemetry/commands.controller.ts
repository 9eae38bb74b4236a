import type { UserPrincipal } from '@furrow/access/domain';
import type { ReceivedBody } from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { SendCommand, topicsOf } from '@furrow/telemetry';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, Received, ValidBody } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import * as s from '../openapi/schema.ts';
import { CommandDto } from './command.dto.ts';

const MAX_PAYLOAD = 65_536;

const COMMAND = s.success(
  s.named('Command', 'A command to a device.', {
    commandId: s.about(
      s.idOf('command'),
      'The device uses it to execute a command once, because it may receive it twice',
    ),
    deviceId: s.about(s.text, 'The device', 'ws-01'),
    name: s.about(s.text, 'The last level of the topic', 'reboot'),
    topic: s.about(s.text, 'Where it is published', 'v1/devices/ws-01/commands/reboot'),
    createdAt: s.about(s.dateTime, 'When the service received it'),
    expiresAt: s.about(s.dateTime, 'When it is dropped if it was not delivered', '2026-02-07T11:00:00.000Z'),
  }),
);

@Controller('api/iot/devices')
@UserAccess('admin')
export class CommandsController {
  constructor(private readonly sendCommand: SendCommand) {}

  /**
   * The device receives `{ commandId, createdAt, payload }` at least once, and uses the commandId to execute it once.
   */
  @Post(':deviceId/commands')
  @ExampleBody({ name: 'reboot', payload: { delaySeconds: 5 }, expiresInSeconds: 86_400 })
  @HttpCode(201)
  @Does(
    'Send a command to a device',
    'Published to v1/devices/{deviceId}/commands/{name} as `{ commandId, createdAt, payload }` when the device is connected; if it does not connect before `expiresAt`, the command is dropped.',
  )
  @Answers(201, 'The command is stored until the device has received it, or it expires', COMMAND)
  @Refuses('device_not_found')
  async send(
    @CurrentUser() { companyId, userId }: UserPrincipal,
    @PathId('deviceId', 'ws-01') deviceId: string,
    @ValidBody(CommandDto) { name, expiresInSeconds }: CommandDto,
    @Received() { members }: ReceivedBody,
  ) {
    const payload = members['payload'] ?? {};
    if (JSON.stringify(payload).length > MAX_PAYLOAD)
      throw ValidationFailed.of('payload', `must have at most ${MAX_PAYLOAD} characters as JSON`);
    const command = await this.sendCommand.execute({
      ...{ companyId, userId, deviceId, name, payload, expiresInSeconds },
    });
    const topic = topicsOf(deviceId).command(name);
    return ok({
      ...{ commandId: command.commandId, deviceId, name, topic },
      createdAt: command.createdAt.toISOString(),
      expiresAt: command.expiresAt.toISOString(),
    });
  }
}
