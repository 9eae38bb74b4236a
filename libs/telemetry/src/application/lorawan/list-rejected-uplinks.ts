import type { RejectedUplinks, RejectedUplinkView } from './ports.ts';

/** The uplinks of LoRaWAN devices that were rejected lately, the latest first. */
export class ListRejectedUplinks {
  constructor(private readonly rejected: RejectedUplinks) {}

  execute(companyId: string): Promise<readonly RejectedUplinkView[]> {
    return this.rejected.all(companyId);
  }
}
