import type { ProvisionedDevice } from '../domain/device.ts';
import { DeviceNotFound } from '../domain/errors.ts';
import type { CredentialLookup, DeviceTransactions } from './ports.ts';

/** Gives a device a new secret. The old one, and every token made with it, is dead at once. */
export class RotateDevice {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: DeviceTransactions,
  ) {}

  /** @throws DeviceNotFound; DeviceRevoked */
  async execute({ deviceId }: { deviceId: string }): Promise<Required<ProvisionedDevice>> {
    const [found] = await this.lookup.devicesById([deviceId]);
    if (found === undefined) throw new DeviceNotFound(deviceId);
    return this.transactions.run(found.companyId, async (devices) => {
      const device = await devices.byId(deviceId);
      if (device === undefined) throw new DeviceNotFound(deviceId);
      const rotated = device.rotate();
      await devices.update(rotated.device);
      return rotated;
    });
  }
}
