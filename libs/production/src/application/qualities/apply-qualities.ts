import { type ApplyOptions, newId } from '@furrow/kernel';
import type { NamedQuality, QualityRepository } from '../ports.ts';

/** Part of `furrow apply`: qualities that the file leaves out stay, unless `prune` deactivates them. */
export class ApplyQualities {
  constructor(private readonly qualities: QualityRepository) {}

  async execute(
    qualities: readonly NamedQuality[],
    { prune }: ApplyOptions,
  ): Promise<Record<string, string>> {
    const ids = await this.qualities.upsert(qualities.map((quality) => ({ ...quality, newId: newId() })));
    if (prune) await this.qualities.deactivateAllBut(qualities.map(({ key }) => key));
    return ids;
  }
}
