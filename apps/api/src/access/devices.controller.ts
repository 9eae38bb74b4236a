import { RevokeDevice, RotateDevice } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { Config } from '@furrow/config';
import { ListDeviceActivity, ListDevices } from '@furrow/telemetry';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId } from '../http/bodies/validated.ts';
import { gatewayUrl } from '../http/gateway-url.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import {
  activityAnswer,
  connectionAnswer,
  DEVICE_ACTIVITY,
  DEVICE_REVOKED,
  DEVICE_ROTATED,
  DEVICES,
  DEVICES_OF_FARM,
} from './device.answer.ts';

const EVERY_DEVICE =
  'Every device of the company, including revoked ones, with its project, sector, site and latest reading.';

/** Agronomists too, because a silent station affects the series that they read; the list of `api/control` is for admins. */
@Controller('api/console/devices')
@UserAccess('admin', 'agronomist')
export class ConsoleDevicesController {
  constructor(
    private readonly listDevices: ListDevices,
    private readonly listActivity: ListDeviceActivity,
  ) {}

  @Get()
  @Does('Devices', EVERY_DEVICE)
  @Answers(200, 'By deviceId', DEVICES)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok(await this.listDevices.execute(companyId));
  }

  @Get('activity')
  @Does(
    'Readings and errors per hour of each device',
    'Of the last 24 hours of UTC, the one under way included: readings by their own instants, errors by when they were rejected.',
  )
  @Answers(200, 'By deviceId; devices that never sent anything are left out', DEVICE_ACTIVITY)
  async activity(@CurrentUser() { companyId }: UserPrincipal) {
    const { from, devices } = await this.listActivity.execute(companyId);
    return ok(devices.map(activityAnswer), { meta: { from: from.toISOString() } });
  }
}

@Controller('api/control/devices')
@UserAccess('admin')
export class DevicesController {
  constructor(
    private readonly listDevices: ListDevices,
    private readonly rotateDevice: RotateDevice,
    private readonly revokeDevice: RevokeDevice,
    private readonly config: Config,
  ) {}

  @Get()
  @Does(
    'Devices',
    `${EVERY_DEVICE} \`meta.connection\` is what a device has to know besides its name and secret.`,
  )
  @Answers(200, 'By deviceId', DEVICES_OF_FARM)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    const connection = connectionAnswer(gatewayUrl(this.config));
    return ok(await this.listDevices.execute(companyId), { meta: { connection } });
  }

  @Post(':deviceId/rotate')
  @HttpCode(200)
  @Does(
    'Rotate a device’s secret',
    'The new secret is shown only in this response. The old secret, its tokens and their connections end within seconds.',
  )
  @Answers(200, 'The new secret', DEVICE_ROTATED)
  @Refuses('device_not_found', 'device_revoked')
  async rotate(@CurrentUser() { companyId }: UserPrincipal, @PathId('deviceId', 'ws-01') deviceId: string) {
    const { deviceSecret } = await this.rotateDevice.execute({ companyId, deviceId });
    return ok({ deviceId, deviceSecret });
  }

  @Post(':deviceId/revoke')
  @HttpCode(200)
  @Does('Revoke a device', 'Its connections end within seconds. Repeatable without effect.')
  @Answers(200, 'Revoked', DEVICE_REVOKED)
  @Refuses('device_not_found')
  async revoke(@CurrentUser() { companyId }: UserPrincipal, @PathId('deviceId', 'ws-01') deviceId: string) {
    await this.revokeDevice.execute({ companyId, deviceId });
    return ok({ deviceId, status: 'revoked' });
  }
}
