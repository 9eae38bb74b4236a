import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, dataOf, furrow } from '../../api/furrow.ts';
import type { WorkerChange } from './worker-change.ts';

const PAGE_SIZE = 50;

export interface WorkerFilters {
  readonly q: string;
  /** Empty: any. */
  readonly status: string;
  readonly page: number;
}

/** A page of the company's workers who match, newest first. */
export function useWorkers({ q, status, page }: WorkerFilters) {
  return useQuery({
    queryKey: ['workers', q, status, page],
    queryFn: async ({ signal }) => {
      const query = { page, pageSize: PAGE_SIZE, ...(q !== '' && { q }), ...(status !== '' && { status }) };
      const { data, meta } = await bodyOf(furrow.GET('/api/control/workers', { params: { query }, signal }));
      return {
        workers: data,
        pages: 'totalPages' in meta ? meta.totalPages : 1,
        total: 'total' in meta ? meta.total : data.length,
      };
    },
    placeholderData: keepPreviousData,
  });
}

/** What may be chosen for a worker. */
export function useWorkerOptions() {
  return useQuery({
    queryKey: ['worker-options'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/control/workers/options', { signal })),
  });
}

/** The badges that a worker has. */
export function useBadges(workerId: string) {
  return useQuery({
    queryKey: ['workers', 'badges', workerId],
    queryFn: ({ signal }) => {
      const query = { workerId, pageSize: 100 };
      return dataOf(furrow.GET('/api/control/badges', { params: { query }, signal }));
    },
  });
}

/** The badges of these workers as a PDF; who has none gets one. */
export async function badgeSheet(workerIds: readonly string[], lang: 'en' | 'es'): Promise<Blob> {
  const body = { workerIds: [...workerIds], lang };
  const answer = await furrow.POST('/api/control/badges/sheet', { body, parseAs: 'blob' });
  if (!answer.ok) throw answer.error;
  return answer.body;
}

/** @throws FurrowError */
export function patchWorker({ worker, after }: WorkerChange, photo?: string) {
  const params = { path: { worker: worker.id } };
  const body = { ...after, ...(photo !== undefined && { photo }) } as object;
  return bodyOf(furrow.PATCH('/api/control/workers/{worker}', { params, body }));
}
