import type { QualityListing, QualityQuery } from '../ports.ts';

/** What a company sorts its harvest into, for those who record. */
export class ListQualities {
  constructor(private readonly qualities: QualityQuery) {}

  /** The active ones, by name. */
  execute(companyId: string): Promise<QualityListing[]> {
    return this.qualities.active(companyId);
  }
}
