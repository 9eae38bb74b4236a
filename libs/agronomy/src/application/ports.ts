import type { Project, Sector } from '../domain/index.ts';

/** All projects and sectors of one company, for writing, within the caller's transaction. */
export abstract class FarmRegistry {
  /** Everything there is, inactive ones too; nobody else changes it until the transaction ends. */
  abstract load(): Promise<{ projects: Project[]; sectors: Sector[] }>;
  /** Writes new and changed ones. */
  abstract save(projects: readonly Project[], sectors: readonly Sector[]): Promise<void>;
}
