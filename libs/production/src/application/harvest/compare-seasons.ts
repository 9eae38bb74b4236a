import type { LocalDate } from '@furrow/kernel';
import type { GroupedScope, HarvestGroupsQuery, SeasonDay } from './harvest-groups.ts';

/** What was picked on a day of a season, and until then. */
interface Picked {
  readonly day: LocalDate;
  readonly units: number;
  readonly total: number;
}

/** So many days after the first pick of either season. */
export interface ComparedDay {
  readonly unit: string | null;
  readonly daysSince: number;
  /** Null where nothing was picked on that day. */
  readonly season: Picked | null;
  readonly before: Picked | null;
}

/** The harvest of a range beside that of the same days a year before, by days since the first pick of each. */
export class CompareSeasons {
  constructor(private readonly harvest: HarvestGroupsQuery) {}

  /**
   * @returns by unit and days since the first pick
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject
   */
  async execute(scope: GroupedScope): Promise<ComparedDay[]> {
    const days = await this.harvest.seasons(scope);
    const byPlace = Map.groupBy(days, ({ unit, daysSince }) => `${daysSince} ${unit ?? ''}`);
    return [...byPlace.values()].flatMap((both) => {
      const [first] = both;
      if (first === undefined) return [];
      const of = (isBefore: boolean) => pickedOn(both.find((each) => each.isBefore === isBefore));
      return [{ unit: first.unit, daysSince: first.daysSince, season: of(false), before: of(true) }];
    });
  }
}

function pickedOn(day: SeasonDay | undefined): Picked | null {
  return day === undefined ? null : { day: day.day, units: day.units, total: day.total };
}
