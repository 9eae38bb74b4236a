import { useQuery } from '@tanstack/react-query';
import { bodyOf, dataOf, furrow } from '../../api/furrow.ts';
import type { Form, Treatment, SectorClosure, ObservedDay } from '../../api/types.ts';
import { addDays } from '../../time/local-day.ts';

/** Local dates, both inclusive, at most 180 days. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const ranged = ({ from, to }: Days) => ({ startTime: from, endTime: to });

/** Incidence and severity by project, sector and pest, as the API computes them. */
export function useSummary(days: Days) {
  return useQuery({
    queryKey: ['scouting', 'summary', days],
    queryFn: async ({ signal }) =>
      (
        await bodyOf(
          furrow.GET('/api/control/phytosanitary/company-summary', {
            params: { query: ranged(days) },
            signal,
          }),
        )
      ).projects,
  });
}

/** The measures of pests in the sectors of a project by local day. */
export function useObservedDays(projectId: string, days: Days) {
  return useQuery({
    queryKey: ['scouting', 'days', projectId, days],
    queryFn: ({ signal }): Promise<readonly ObservedDay[]> => {
      const query = { ...ranged(days), projectId };
      return dataOf(furrow.GET('/api/console/phytosanitary/days', { params: { query }, signal }));
    },
  });
}

/** Forms that ask for pests or diseases, or for photos. */
export function useScoutingForms() {
  return useQuery({
    queryKey: ['forms'],
    queryFn: ({ signal }): Promise<readonly Form[]> =>
      dataOf(furrow.GET('/api/control/forms/getForms', { signal })),
    staleTime: 10 * 60_000,
  });
}

/** The number of form records shown, newest first. */
const SHOWN = 100;

/** Form records of a project with their photos; supervisors see their own only. */
export function useFilledIn(formId: string, projectId: string, { from, to }: Days) {
  return useQuery({
    queryKey: ['scouting', 'form', formId, projectId, from, to],
    queryFn: ({ signal }) =>
      dataOf(
        furrow.GET('/api/control/forms/{formId}/records', {
          params: { path: { formId }, query: { projectId, from, to, page: 1, pageSize: SHOWN } },
          signal,
        }),
      ),
    // The links to photos expire within the hour.
    staleTime: 10 * 60_000,
  });
}

/** How far back treatments are listed; which of them close a sector is told by `useClosures`. */
const LISTED_DAYS = 1_000;

export const treatmentDays = ({ to }: Days): Days => ({ from: addDays(to, -LISTED_DAYS), to });

/** The treatments until a day, newest first. */
export function useTreatments(projectId: string, days: Days) {
  return useQuery({
    queryKey: ['treatments', projectId, days.to],
    queryFn: async ({ signal }): Promise<readonly Treatment[]> => {
      const filter = { projectId, ...treatmentDays(days), pageSize: SHOWN };
      const treatments: Treatment[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = { ...filter, page };
        const answer = await bodyOf(furrow.GET('/api/control/treatments', { params: { query }, signal }));
        treatments.push(...answer.data);
        pages = answer.meta.totalPages;
      }
      return treatments;
    },
  });
}

/** The sectors that treatments close right now. */
export function useClosures() {
  return useQuery({
    queryKey: ['treatments', 'closures'],
    queryFn: ({ signal }): Promise<readonly SectorClosure[]> =>
      dataOf(furrow.GET('/api/control/treatments/closures', { signal })),
  });
}
