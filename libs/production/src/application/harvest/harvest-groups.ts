import type { LocalDate } from '@furrow/kernel';
import type { HarvestGrouping } from '../../domain/index.ts';
import type { HarvestScope } from '../ports.ts';

/** Whose harvest is summed. */
export interface GroupedScope extends Omit<HarvestScope, 'now'> {
  /** Null for all of them. */
  readonly crop: string | null;
  readonly variety: string | null;
}

/** What was picked of one group in one unit. The members of other groupings are absent. */
export interface HarvestGroup {
  readonly projectId?: string;
  readonly sectorId?: string;
  readonly sector_name?: string | null;
  readonly crop?: string | null;
  readonly variety?: string | null;
  readonly qualityId?: string | null;
  readonly qualityName?: string | null;
  readonly workerId?: string;
  readonly worker_name?: string | null;
  /** The Monday on which it begins. */
  readonly week?: LocalDate;
  /** The key of a container. */
  readonly container?: string;
  readonly container_name?: string;
  /** How many of it were filled. */
  readonly containerCount?: number;
  readonly unit: string | null;
  readonly validUnits: number;
  readonly recordCount: number;
  readonly voidedCount: number;
  readonly sessionCount: number;
  /** Null by container, of which no worker is counted. */
  readonly workerCount: number | null;
  readonly firstDay: LocalDate;
  readonly lastDay: LocalDate;
}

/** A day on which something was picked. */
export interface SeasonDay {
  /** Of the same days a year before. */
  readonly isBefore: boolean;
  readonly unit: string | null;
  readonly day: LocalDate;
  readonly units: number;
  /** Since the first such day of its season. */
  readonly total: number;
  readonly daysSince: number;
}

/** Sums of the tallies. */
export abstract class HarvestGroupsQuery {
  /**
   * By unit; the largest group first, weeks in their order.
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject
   */
  abstract groups(scope: GroupedScope, grouping: HarvestGrouping): Promise<HarvestGroup[]>;
  /**
   * The days of the range, and of the same days a year before, by unit and days since the first pick.
   * @throws as `groups`
   */
  abstract seasons(scope: GroupedScope): Promise<SeasonDay[]>;
}
