import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type { TreatedSector, Treatment, TreatmentState } from '../domain/index.ts';

/**
 * Runs work in one transaction of one company. After a deadlock the work runs again, so it must have no other effects.
 */
export abstract class TreatmentTransactions {
  abstract run<T>(companyId: string, work: (repositories: TreatmentRepositories) => Promise<T>): Promise<T>;
}

/** The repositories of one transaction. */
export interface TreatmentRepositories {
  readonly treatments: TreatmentRepository;
  readonly farm: TreatedFarm;
}

/** Malformed ids, and ids of another company, are not found. */
export abstract class TreatmentRepository {
  /** @returns false if its author has used its `clientEventId` before; then nothing was written */
  abstract insert(treatment: Treatment): Promise<boolean>;
  abstract byClientEventId(userId: string, clientEventId: string): Promise<Treatment | undefined>;
  /** No other transaction voids it until this one ends. */
  abstract lock(treatmentId: string): Promise<Treatment | undefined>;
  /** Writes who voided it, when and why. */
  abstract void(treatment: Treatment): Promise<void>;
}

/** The places of treatments, including inactive ones, because a treatment may be older than their deactivation. */
export abstract class TreatedFarm {
  abstract project(
    projectId: string,
  ): Promise<{ readonly projectId: string; readonly timezone: string; readonly active: boolean } | undefined>;
  /** Unordered; unknown ids are left out. */
  abstract sectors(sectorIds: readonly string[]): Promise<readonly FarmSector[]>;
}

export interface FarmSector extends TreatedSector {
  readonly projectId: string;
  readonly active: boolean;
}

/** A null filter matches every treatment. */
export interface TreatmentFilters {
  /** Local dates of the start, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

/** Treatments for reading, by start and id. */
export abstract class TreatmentQuery {
  /** @throws ProjectNotFound | SectorNotFound | SectorNotInProject */
  abstract page(
    companyId: string,
    filters: TreatmentFilters,
    request: PageRequest,
  ): Promise<Page<TreatmentState>>;
  /**
   * Passes batches of treatments with what a register needs of their sectors.
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
  /** The current boundary of each sector of the treatment, in its order, and the centre of its bounding box. */
  readonly places: readonly SectorPlace[];
}

export interface SectorPlace {
  readonly sectorId: string;
  /** GeoJSON as text; null if the sector has no boundary. */
  readonly boundary: string | null;
  /** Degrees, WGS 84. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}
