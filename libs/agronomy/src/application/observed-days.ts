import { type DateRange, type LocalDate, nextLocalDate, startOfLocalDate } from '@furrow/kernel';
import { companyZone, type FarmFilter, findFiltered } from '../domain/index.ts';
import type { OpenSpan, PhytosanitaryQuery, Span } from './ports.ts';

/**
 * The project and sector of a filter with their names; a sector alone implies its project.
 * @throws ProjectForbidden | SectorForbidden if unknown or foreign, SectorNotInProject if they contradict each other
 */
export async function filterFound(
  query: PhytosanitaryQuery,
  named: FarmFilter,
): Promise<{ readonly filter: FarmFilter; readonly timezone: string | null }> {
  const { project, sector } = await findFiltered(named, query);
  if (sector === null)
    return {
      filter: { projectId: project?.projectId ?? null, sectorId: null },
      timezone: project?.timezone ?? null,
    };
  const own = project ?? (await query.project(sector.projectId));
  return { filter: sector, timezone: own?.timezone ?? null };
}

export async function zoneOfCompany(query: PhytosanitaryQuery): Promise<string> {
  const { own, ofProjects } = await query.zones();
  return companyZone(own, ofProjects);
}

/** From the first instant of the first day to the last instant of the last day in `zone`. */
export function spanOf({ start, end }: DateRange, zone: string): Span {
  return { from: startOfLocalDate(start, zone), before: startOfLocalDate(nextLocalDate(end), zone) };
}

/** As `spanOf`, for days that may be open at either end. */
export function openSpanOf(days: { start: LocalDate | null; end: LocalDate | null }, zone: string): OpenSpan {
  return {
    from: days.start && startOfLocalDate(days.start, zone),
    before: days.end && startOfLocalDate(nextLocalDate(days.end), zone),
  };
}
