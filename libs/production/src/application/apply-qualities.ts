import { newId } from '@furrow/kernel';

export interface NamedQuality {
  readonly key: string;
  readonly name: string;
}

/** The company's qualities as its file names them. */
export abstract class QualityRegister {
  /** Makes or renames them, in one go; unchanged ones are left alone. @returns ids by key */
  abstract upsert(
    qualities: readonly (NamedQuality & { readonly newId: string })[],
  ): Promise<Record<string, string>>;
  abstract deactivateAllBut(keys: readonly string[]): Promise<void>;
}

/** Part of `furrow apply`: what the file leaves out stays, unless `prune` deactivates it. */
export class ApplyQualities {
  constructor(private readonly register: QualityRegister) {}

  async execute(
    qualities: readonly NamedQuality[],
    { prune }: { readonly prune: boolean },
  ): Promise<Record<string, string>> {
    const ids = await this.register.upsert(qualities.map((quality) => ({ ...quality, newId: newId() })));
    if (prune) await this.register.deactivateAllBut(qualities.map(({ key }) => key));
    return ids;
  }
}
