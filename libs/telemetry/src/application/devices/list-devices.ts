import type { DeviceQuery, DeviceView } from '../ports.ts';

export class ListDevices {
  constructor(private readonly devices: DeviceQuery) {}

  /** By deviceId, including revoked ones. */
  execute(companyId: string): Promise<DeviceView[]> {
    return this.devices.all(companyId);
  }
}
