import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { Device, type DeviceDeclaration } from '../../domain/device.ts';
import type { DeviceRepository } from '../ports.ts';

export interface AppliedDevice {
  /** Only in the run that created it. */
  readonly deviceSecret?: string;
}

/** Applies the devices of the farm file; devices and members that it leaves out stay as they are. */
export class ApplyDevices {
  constructor(private readonly devices: DeviceRepository) {}

  /**
   * @returns the declared devices by deviceId
   * @throws ValidationFailed; DeviceIdTaken
   */
  async execute(
    declarations: readonly DeviceDeclaration[],
    options: ApplyOptions,
  ): Promise<Map<string, AppliedDevice>> {
    const existing = new Map((await this.devices.all()).map((device) => [device.deviceId, device]));
    const secrets = new Map<string, string>();
    const file = new Reconciliation(options);
    const { declared, added, changed } = file.reconcile(
      existing,
      declaredIn('devices', declarations, ({ deviceId }) => deviceId),
      {
        declare: (declaration, before) => {
          const { device, deviceSecret } = before?.redeclared(declaration) ?? Device.declare(declaration);
          if (deviceSecret !== undefined) secrets.set(device.deviceId, deviceSecret);
          return device;
        },
        deactivate: (device) => device.prune(),
      },
      'deviceId',
    );
    file.assertValid();

    await this.devices.add(added);
    for (const device of changed) await this.devices.update(device);
    return new Map(
      [...declared.keys()].map((deviceId) => {
        const deviceSecret = secrets.get(deviceId);
        return [deviceId, deviceSecret === undefined ? {} : { deviceSecret }];
      }),
    );
  }
}
