import { aFarm, type ProvisionedFarm, RECORDS } from '@furrow/testbed/farms';
import type { Answer, Json, System } from '@furrow/testbed/system';

/** A company with a farm that harvests: an open session of its supervisor Ana, and a worker. */
export class Grower {
  private constructor(
    readonly farm: ProvisionedFarm,
    readonly session: Json,
    readonly worker: Json,
  ) {}

  /** @param key of the company, unique in the installation */
  static async provision(system: System, key: string): Promise<Grower> {
    const farm = await system.provision(aFarm(key));
    const ana = farm.as('ana');
    return new Grower(farm, await farm.session(ana), await farm.worker(ana));
  }

  /** A new record of the worker, as a phone sends it. */
  recordBody(): Json {
    return this.farm.recordBody(this.session.sessionId, this.worker.id);
  }

  record(body = this.recordBody()): Promise<Answer> {
    return this.farm.as('ana').post(RECORDS, body);
  }
}
