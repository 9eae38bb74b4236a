import { DeviceNotFound } from '@furrow/kernel/errors';
import type { ProvisionedDevice } from '../../domain/device.ts';
import type { CredentialLookup, DeviceOfCompany, DeviceTransactions } from '../ports.ts';

/** Gives a device a new secret. The old one, and every token issued for it, is invalid at once. */
export class RotateDevice {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: DeviceTransactions,
  ) {}

  /** @throws DeviceNotFound; DeviceRevoked */
  async execute({ deviceId, companyId }: DeviceOfCompany): Promise<Required<ProvisionedDevice>> {
    const owner = companyId ?? (await this.lookup.devicesById([deviceId]))[0]?.companyId;
    if (owner === undefined) throw new DeviceNotFound(`There is no device "${deviceId}".`);
    return this.transactions.run(owner, async (devices) => {
      const device = await devices.byId(deviceId);
      if (device === undefined) throw new DeviceNotFound(`There is no device "${deviceId}".`);
      const rotated = device.rotate();
      await devices.update(rotated.device);
      return rotated;
    });
  }
}
