import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Boundary } from '../scouting/map-shapes.ts';
import { bodyOf, furrow } from './furrow.ts';
import type { DescribedProject, DescribedSector } from './types.ts';

/** The API document says that a boundary is GeoJSON, without its structure. */
export type Sector = Omit<DescribedSector, 'boundary'> & { readonly boundary: Boundary | null };
export type Project = Omit<DescribedProject, 'sectors'> & { readonly sectors: readonly Sector[] };

/** Projects and sectors of the farm, with their time zones and boundaries. */
export function usePlaces(): UseQueryResult<readonly Project[]> {
  return useQuery({
    queryKey: ['places'],
    queryFn: async ({ signal }) =>
      (await bodyOf(furrow.GET('/api/console/projects', { signal }))).data as readonly Project[],
    staleTime: 10 * 60_000,
  });
}
