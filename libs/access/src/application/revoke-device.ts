import { DeviceNotFound } from '../domain/errors.ts';
import type { CredentialLookup, DeviceTransactions } from './ports.ts';

/** Shuts a device out, everywhere; its connections end within seconds. Doing it again changes nothing. */
export class RevokeDevice {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: DeviceTransactions,
  ) {}

  /** @throws DeviceNotFound */
  async execute({ deviceId }: { deviceId: string }): Promise<void> {
    const [found] = await this.lookup.devicesById([deviceId]);
    if (found === undefined) throw new DeviceNotFound(deviceId);
    await this.transactions.run(found.companyId, async (devices) => {
      const device = await devices.byId(deviceId);
      const revoked = device?.revoke();
      if (revoked !== undefined && revoked !== device) await devices.update(revoked);
    });
  }
}
