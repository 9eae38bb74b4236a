import { newId } from '@furrow/kernel';
import { type ApplyOptions, isInUse } from '@furrow/kernel/declarations';
import type { QualityDeclaration, QualityRepository } from '../ports.ts';

/** Part of `furrow apply`: qualities that the file leaves out stay, unless `prune` deactivates them. */
export class ApplyQualities {
  constructor(private readonly qualities: QualityRepository) {}

  async execute(
    qualities: readonly QualityDeclaration[],
    { prune }: ApplyOptions,
  ): Promise<Record<string, string>> {
    const ids = await this.qualities.upsert(
      qualities.map(({ status, ...quality }) => ({
        ...quality,
        newId: newId(),
        active: isInUse({ status }),
      })),
    );
    if (prune) await this.qualities.deactivateAllBut(qualities.map(({ key }) => key));
    return ids;
  }
}
