import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Boundary } from '../scouting/map-shapes.ts';
import { consoleGet } from './console-paths.ts';
import { bodyOf } from './furrow.ts';

export interface Sector {
  readonly sectorId: string;
  readonly sector_name: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly boundary: Boundary | null;
}

export interface Project {
  readonly projectId: string;
  readonly projectName: string;
  readonly timezone: string;
  readonly sectors: readonly Sector[];
}

/** Projects and sectors of the farm, with their zones and where they lie. */
export function usePlaces(): UseQueryResult<readonly Project[]> {
  return useQuery({
    queryKey: ['places'],
    queryFn: async ({ signal }) =>
      (await bodyOf(consoleGet<{ data: Project[] }>('/api/console/projects', {}, { signal }))).data,
    staleTime: 10 * 60_000,
  });
}
