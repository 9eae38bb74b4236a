import type { Database } from '@furrow/database';
import { type DeviceRepository, DeviceTransactions } from '../../application/ports.ts';
import { TypeormDeviceRepository } from './typeorm-device-repository.ts';

export class TypeormDeviceTransactions extends DeviceTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (devices: DeviceRepository) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work(new TypeormDeviceRepository(tx)));
  }
}
