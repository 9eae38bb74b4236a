import type { QualityListing, QualityQuery } from '../ports.ts';

/** Lists a company's qualities for the users who record harvest. */
export class ListQualities {
  constructor(private readonly qualities: QualityQuery) {}

  /** The active ones, by name. */
  execute(companyId: string): Promise<QualityListing[]> {
    return this.qualities.active(companyId);
  }
}
