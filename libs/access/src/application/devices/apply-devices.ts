import { Device, type DeviceStatement } from '../../domain/device.ts';
import { type ApplyOptions, eachDeclared } from '../declared.ts';
import type { DeviceRepository } from '../ports.ts';

export interface AppliedDevice {
  /** Only in the run that made it. */
  readonly deviceSecret?: string;
}

/** Makes the company's devices as the operator's file says; what it leaves out, of a device too, stays as it is. */
export class ApplyDevices {
  constructor(private readonly devices: DeviceRepository) {}

  /**
   * @returns the declared devices by deviceId
   * @throws ValidationFailed; DeviceIdTaken
   */
  async execute(
    declared: readonly DeviceStatement[],
    { prune }: ApplyOptions,
  ): Promise<Map<string, AppliedDevice>> {
    const existing = new Map((await this.devices.all()).map((device) => [device.deviceId, device]));
    const wanted = eachDeclared(
      'devices',
      'deviceId',
      declared,
      (stated) => existing.get(stated.deviceId)?.restated(stated) ?? Device.stated(stated),
    );
    const names = new Set(declared.map(({ deviceId }) => deviceId));
    const left = prune ? [...existing.values()].filter(({ deviceId }) => !names.has(deviceId)) : [];

    await this.devices.add(
      wanted.map(({ device }) => device).filter(({ deviceId }) => !existing.has(deviceId)),
    );
    for (const device of [...wanted.map((item) => item.device), ...left.map((item) => item.prune())]) {
      const before = existing.get(device.deviceId);
      if (before !== undefined && before !== device) await this.devices.update(device);
    }
    return new Map(
      wanted.map(({ device, deviceSecret }) => [
        device.deviceId,
        deviceSecret === undefined ? {} : { deviceSecret },
      ]),
    );
  }
}
