import { DeviceNotFound } from '@furrow/kernel/errors';
import type { CredentialLookup, DeviceOfCompany, DeviceTransactions } from '../ports.ts';

/** Revokes a device everywhere; its connections end within seconds. A repeat changes nothing. */
export class RevokeDevice {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: DeviceTransactions,
  ) {}

  /** @throws DeviceNotFound */
  async execute({ deviceId, companyId }: DeviceOfCompany): Promise<void> {
    const owner = companyId ?? (await this.lookup.devicesById([deviceId]))[0]?.companyId;
    if (owner === undefined) throw new DeviceNotFound(`There is no device "${deviceId}".`);
    await this.transactions.run(owner, async (devices) => {
      const device = await devices.byId(deviceId);
      if (device === undefined) throw new DeviceNotFound(`There is no device "${deviceId}".`);
      const revoked = device.revoke();
      if (revoked !== device) await devices.update(revoked);
    });
  }
}
