import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Form, HarvestPace, Treatment } from '../../api/types.ts';

/** It counts whole hours, so that a minute changes little. */
const PACE_MS = 60_000;
const PAGE_SIZE = 100;

/** What was picked by the hour, and the day before. */
export function usePace() {
  return useQuery({
    queryKey: ['pace'],
    queryFn: async ({ signal }): Promise<readonly HarvestPace[]> =>
      (await bodyOf(furrow.GET('/api/console/harvest/pace', { signal }))).data,
    staleTime: PACE_MS,
    refetchInterval: PACE_MS,
    refetchOnMount: 'always',
  });
}

/** Treatments that still close a sector to harvest or entry. */
export function useClosing() {
  return useQuery({
    queryKey: ['treatments', 'closing'],
    queryFn: async ({ signal }): Promise<readonly Treatment[]> => {
      const closingAt = new Date().toISOString();
      const treatments: Treatment[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = { page, pageSize: PAGE_SIZE, closingAt };
        const answer = await bodyOf(furrow.GET('/api/control/treatments', { params: { query }, signal }));
        treatments.push(...answer.data);
        pages = answer.meta.totalPages;
      }
      return treatments;
    },
    staleTime: PACE_MS,
  });
}

export type Task = NonNullable<Form['tasks']>[number] & { readonly formName: string };

/** What the user still has to do, in order of its due time; what has none comes last. */
export function useOpenTasks() {
  return useQuery({
    queryKey: ['tasks'],
    queryFn: async ({ signal }): Promise<readonly Task[]> => {
      const params = { query: { subtype: 'tasks' } } as const;
      const forms = (await bodyOf(furrow.GET('/api/control/forms/getForms', { params, signal }))).data;
      const dueAt = ({ dueAt }: Task) => (dueAt === null ? Infinity : Date.parse(dueAt));
      return forms
        .flatMap(({ name, tasks = [] }) => tasks.map((task) => ({ ...task, formName: name })))
        .filter(({ status }) => status === 'open')
        .sort((a, b) => dueAt(a) - dueAt(b));
    },
    staleTime: PACE_MS,
  });
}
