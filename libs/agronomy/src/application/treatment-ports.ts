import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type { TreatedSector, Treatment, TreatmentState } from '../domain/index.ts';

/** Runs work in one transaction of one company. It may run again after a deadlock, so it has no other effects. */
export abstract class TreatmentTransactions {
  abstract run<T>(companyId: string, work: (repositories: TreatmentRepositories) => Promise<T>): Promise<T>;
}

/** What a transaction hands out, all of it inside that transaction. */
export interface TreatmentRepositories {
  readonly treatments: TreatmentRepository;
  readonly land: TreatedLand;
}

/** Ids that are no ids, or another company's, are simply not found. */
export abstract class TreatmentRepository {
  /** @returns false when its author has used its `clientEventId` before; then nothing was written */
  abstract insert(treatment: Treatment): Promise<boolean>;
  abstract byClientEventId(userId: string, clientEventId: string): Promise<Treatment | undefined>;
  /** Nobody else voids it until the transaction ends. */
  abstract lock(treatmentId: string): Promise<Treatment | undefined>;
  /** Writes who voided it, when and why. */
  abstract void(treatment: Treatment): Promise<void>;
}

/** Where treatments may be; inactive land is found too, for what was sprayed before it was given up. */
export abstract class TreatedLand {
  abstract project(
    projectId: string,
  ): Promise<{ readonly projectId: string; readonly timezone: string; readonly active: boolean } | undefined>;
  /** Those that exist, in no particular order. */
  abstract sectors(sectorIds: readonly string[]): Promise<readonly LandSector[]>;
}

export interface LandSector extends TreatedSector {
  readonly projectId: string;
  readonly active: boolean;
}

/** Null: whichever. */
export interface TreatmentFilters {
  /** Local dates of the start, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

/** Treatments as they are read back, by start and id. */
export abstract class TreatmentQuery {
  /** @throws ProjectNotFound | SectorNotFound | SectorNotInProject */
  abstract page(
    companyId: string,
    filters: TreatmentFilters,
    request: PageRequest,
  ): Promise<Page<TreatmentState>>;
  /**
   * Hands out batches of treatments with what a register says of their land.
   * @throws as `page`, before the first batch
   */
  abstract each(
    companyId: string,
    filters: TreatmentFilters,
    onBatch: (treatments: readonly RegisteredTreatment[]) => Promise<void>,
  ): Promise<void>;
}

export interface RegisteredTreatment {
  readonly treatment: TreatmentState;
  readonly projectName: string;
  /** Of each sector of the treatment, in its order: the outline as it is now, and the middle of its bounding box. */
  readonly places: readonly SectorPlace[];
}

export interface SectorPlace {
  readonly sectorId: string;
  /** GeoJSON as text; null where the sector has no outline. */
  readonly boundary: string | null;
  /** Degrees, WGS 84. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}
