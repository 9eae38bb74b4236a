import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { bodyOf, dataOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';
import type {
  Container,
  ProductionRecord,
  Quality,
  ReportedSession,
  Session,
  Worker,
} from '../../api/types.ts';
import { RECALCULATED_WITHIN_MS } from '../today/today-query.ts';
import type { Corrected } from './correction.tsx';

const PAGE_SIZE = 100;

export function useSession(sessionId: string): UseQueryResult<ReportedSession> {
  const interval = usePollInterval();
  return useQuery({
    queryKey: ['sessions', sessionId],
    queryFn: ({ signal }) => {
      const params = { path: { sessionId } };
      return dataOf(furrow.GET('/api/console/sessions/{sessionId}', { params, signal }));
    },
    refetchInterval: ({ state: { data } }) => (data?.needsRecalc ? RECALCULATED_WITHIN_MS : interval),
  });
}

const CREW_PAGES = 10;

/** The workers of whom a record may be, by name: the latest thousand. */
export function useCrew(): readonly Worker[] {
  const { data } = useQuery({
    queryKey: ['workers', 'crew'],
    queryFn: async ({ signal }) => {
      const workers: Worker[] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, CREW_PAGES); page++) {
        const query = { page, pageSize: PAGE_SIZE };
        const answer = await bodyOf(furrow.GET('/api/control/workers', { params: { query }, signal }));
        workers.push(...answer.data);
        if ('totalPages' in answer.meta) pages = answer.meta.totalPages;
      }
      return workers.toSorted((a, b) => a.full_name.localeCompare(b.full_name));
    },
  });
  return data ?? NOBODY;
}

const NOBODY: readonly Worker[] = [];

/** The containers that a record of the session may name. */
export function useContainers({ samplingUnit }: Pick<Session, 'samplingUnit'>): readonly Container[] {
  const { data = [] } = useQuery({
    queryKey: ['farm', 'containers'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/control/production/containers', { signal })),
  });
  return data.filter(({ unit }) => samplingUnit === null || unit === samplingUnit);
}

/** The qualities that a record may name. */
export function useQualities(): readonly Quality[] {
  const { data } = useQuery({
    queryKey: ['farm', 'qualities'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/control/production/qualities', { signal })),
  });
  return data ?? [];
}

/** A correction by the office, after which everything that counts it is asked again. */
export function useCorrection<Result>(correct: (what: Corrected) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: correct,
    onSettled: () => {
      for (const key of ['sessions', 'records', 'harvest', 'pay-runs'])
        void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Concurrent requests for pages, because a browser allows six connections per host. */
const AT_ONCE = 4;

/**
 * Every movement in order of recording. Refetched until they agree with the session's totals, less often the more there
 * are.
 */
export function useRecords({ sessionId, totals }: Pick<Session, 'sessionId' | 'totals'>) {
  return useQuery({
    queryKey: ['records', sessionId],
    queryFn: ({ signal }) => everyRecord(sessionId, signal),
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      !data || areWhole(data, totals) ? false : Math.max(1_000, 2 * data.length),
  });
}

function areWhole(records: readonly ProductionRecord[], totals: Session['totals']): boolean {
  const additions = records.filter(({ kind }) => kind === 'addition');
  const voided = additions.filter((record) => record.voided);
  return additions.length === totals.recordCount && voided.length === totals.voidedCount;
}

async function everyRecord(sessionId: string, signal: AbortSignal): Promise<readonly ProductionRecord[]> {
  const page = (number: number) =>
    bodyOf(
      furrow.GET('/api/control/production/sessions/{sessionId}/records', {
        params: { path: { sessionId }, query: { page: number, pageSize: PAGE_SIZE } },
        signal,
      }),
    );
  const first = await page(1);
  const pages = [first.data];
  let next = 2;
  const askOn = async () => {
    while (next <= first.meta.totalPages) {
      const number = next++;
      pages[number - 1] = (await page(number)).data;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  // A record that arrives between two requests shifts later ones, so that one record may appear on two pages.
  return [...new Map(pages.flat().map((record) => [record.recordId, record])).values()];
}
