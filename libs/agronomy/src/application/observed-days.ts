import { type DateRange, type LocalDate, nextLocalDate, startOfLocalDate } from '@furrow/kernel';
import { companyZone, type FarmFilter, findFiltered } from '../domain/index.ts';
import type { OpenSpan, PhytosanitaryQuery, Span } from './ports.ts';

/**
 * The land that a caller names, as the registry writes it; a sector alone brings its project along.
 * @throws ProjectForbidden | SectorForbidden for what is unknown or foreign, SectorNotInProject for a contradiction
 */
export async function filterFound(
  query: PhytosanitaryQuery,
  named: FarmFilter,
): Promise<{ readonly land: FarmFilter; readonly timezone: string | null }> {
  const { project, sector } = await findFiltered(named, query);
  if (sector === null)
    return {
      land: { projectId: project?.projectId ?? null, sectorId: null },
      timezone: project?.timezone ?? null,
    };
  const own = project ?? (await query.project(sector.projectId));
  return { land: sector, timezone: own?.timezone ?? null };
}

export async function zoneOfCompany(query: PhytosanitaryQuery): Promise<string> {
  const { own, ofProjects } = await query.zones();
  return companyZone(own, ofProjects);
}

/** From the first instant of the first day to the last of the last, as clocks go in `zone`. */
export function spanOf({ start, end }: DateRange, zone: string): Span {
  return { from: startOfLocalDate(start, zone), before: startOfLocalDate(nextLocalDate(end), zone) };
}

/** As `spanOf`, of days that may be open at either end. */
export function openSpanOf(days: { start: LocalDate | null; end: LocalDate | null }, zone: string): OpenSpan {
  return {
    from: days.start && startOfLocalDate(days.start, zone),
    before: days.end && startOfLocalDate(nextLocalDate(days.end), zone),
  };
}
