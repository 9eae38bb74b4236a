import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Boundary } from '../scouting/map-shapes.ts';
import { EarlyRequest } from './early-request.ts';
import { dataOf, furrow } from './furrow.ts';
import type { DescribedProject, DescribedSector } from './types.ts';

/** The API document says that a boundary is GeoJSON, without its structure. */
export type Sector = Omit<DescribedSector, 'boundary'> & { readonly boundary: Boundary | null };
export type Project = Omit<DescribedProject, 'sectors'> & { readonly sectors: readonly Sector[] };

/** The cookie of the page decides whose places they are, so they can be requested while the user is still unknown. */
export const places = new EarlyRequest(
  async (signal) =>
    (await dataOf(furrow.GET('/api/console/projects', { signal: signal ?? null }))) as readonly Project[],
);

/** Projects and sectors of the farm, with their time zones and boundaries. */
export function usePlaces(): UseQueryResult<readonly Project[]> {
  return useQuery({
    // Not `places`: answers that are kept under it for a week have no seasons.
    queryKey: ['described-projects'],
    queryFn: ({ signal }) => places.answer(signal),
    staleTime: 10 * 60_000,
  });
}
