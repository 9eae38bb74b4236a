import { Device, type ProvisionedDevice } from '../../domain/device.ts';
import type { DeviceTransactions } from '../ports.ts';

export interface NewDevice {
  readonly companyId: string;
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
}

/** Registers a device. Its secret is in the answer and cannot be read again. */
export class RegisterDevice {
  constructor(private readonly transactions: DeviceTransactions) {}

  /** @throws ValidationFailed; DeviceExists unless it was revoked; DeviceIdTaken by another company */
  async execute({ companyId, deviceId, projectId, sectorId }: NewDevice): Promise<ProvisionedDevice> {
    const placement = { projectId, sectorId, status: 'active' } as const;
    return this.transactions.run(companyId, async (devices) => {
      const existing = await devices.byId(deviceId);
      const made = existing?.registerAgain(placement) ?? Device.register(deviceId, placement);
      if (existing) await devices.update(made.device);
      else await devices.add([made.device]);
      return made;
    });
  }
}
