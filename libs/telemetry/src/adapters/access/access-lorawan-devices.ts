import { DeviceDirectory } from '@furrow/access';
import type { Database } from '@furrow/database';
import type { LorawanDevice, LorawanDevices } from '../../application/lorawan/ports.ts';

const directory = new DeviceDirectory();

/** The LoRaWAN devices of companies, read from access. */
export class AccessLorawanDevices implements LorawanDevices {
  constructor(private readonly database: Database) {}

  async byDevEui(companyId: string, devEui: string): Promise<LorawanDevice | undefined> {
    const found = await this.database.tenant(companyId, (tx) => directory.byDevEui(tx, devEui));
    if (found === undefined) return undefined;
    const { deviceId, projectId, sectorId, status, mapping } = found;
    return { device: { companyId, deviceId, projectId, sectorId }, isActive: status === 'active', mapping };
  }
}
