import type { Database, Transaction } from '@furrow/database';
import type { LocalDate } from '@furrow/kernel';
import type {
  GroupedScope,
  HarvestGroup,
  HarvestGroupsQuery,
  SeasonDay,
} from '../../../application/harvest/harvest-groups.ts';
import type { HarvestGrouping } from '../../../domain/index.ts';
import type { FarmDirectory } from '../../../application/ports.ts';
import { HARVEST_SEASONS, harvestGroups } from './harvest-groups-sql.ts';

interface SeasonRow {
  readonly isBefore: boolean;
  readonly unit: string | null;
  readonly day: LocalDate;
  readonly units: string;
  readonly total: string;
  readonly daysSince: number;
}

export class TypeormHarvestGroupsQuery implements HarvestGroupsQuery {
  constructor(
    private readonly database: Database,
    private readonly farm: (tx: Transaction) => FarmDirectory,
  ) {}

  groups(scope: GroupedScope, grouping: HarvestGrouping): Promise<HarvestGroup[]> {
    return this.#read(scope, async (tx) => {
      type Row = Omit<HarvestGroup, 'validUnits'> & { readonly validUnits: string };
      const rows = await tx.query<Row>(harvestGroups(grouping), parametersOf(scope));
      return rows.map((row) => ({ ...row, validUnits: Number(row.validUnits) }));
    });
  }

  seasons(scope: GroupedScope): Promise<SeasonDay[]> {
    return this.#read(scope, async (tx) => {
      const rows = await tx.query<SeasonRow>(HARVEST_SEASONS, parametersOf(scope));
      return rows.map(({ units, total, ...row }) => ({ ...row, units: Number(units), total: Number(total) }));
    });
  }

  #read<T>(scope: GroupedScope, read: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.reads.tenant(scope.companyId, async (tx) => {
      await this.farm(tx).check(scope);
      return read(tx);
    });
  }
}

const parametersOf = ({
  companyId,
  start,
  end,
  projectId,
  sectorId,
  ownerUserId,
  crop,
  variety,
}: GroupedScope) => [...[companyId, start, end, projectId, sectorId, ownerUserId, crop, variety]];
