import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { everyItem } from '@furrow/client';
import { dataOf, furrow } from '../../api/furrow.ts';
import type { PayRun, PayStatementOfRun } from '../../api/types.ts';

/** Every pay run, newest first, with the figures of its last calculation. */
export function usePayRuns() {
  return useQuery({
    queryKey: ['pay-runs'],
    queryFn: async ({ signal }) => {
      const runs = [];
      for await (const run of everyItem((query) =>
        furrow.GET('/api/control/pay-runs', {
          ...{ params: { query: { ...query, statements: 'false' as const } }, signal },
        }),
      ))
        runs.push(run);
      return runs;
    },
  });
}

/** One pay run; a draft is calculated anew on each request. */
export function usePayRun(payRunId: string) {
  return useQuery({
    queryKey: ['pay-runs', payRunId],
    queryFn: ({ signal }) =>
      dataOf(furrow.GET('/api/control/pay-runs/{payRunId}', { params: { path: { payRunId } }, signal })),
    // The calculation takes the server longer than an ordinary answer.
    staleTime: 60_000,
  });
}

/** What the next run will adjust in the days of a frozen one. */
export function useComingAdjustments({ payRunId, status }: Pick<PayRun, 'payRunId' | 'status'>) {
  return useQuery({
    queryKey: ['pay-runs', payRunId, 'adjustments'],
    enabled: status === 'frozen',
    queryFn: ({ signal }) => {
      const params = { path: { payRunId } };
      return dataOf(furrow.GET('/api/control/pay-runs/{payRunId}/adjustments', { params, signal }));
    },
    staleTime: 60_000,
  });
}

/** What one worker is owed in a run. */
export function useStatement(payRunId: string, workerId: string) {
  return useQuery({
    queryKey: ['pay-runs', payRunId, workerId],
    queryFn: ({ signal }): Promise<PayStatementOfRun> => {
      const path = '/api/control/pay-runs/{payRunId}/statements/{workerId}';
      const params = { path: { payRunId, workerId } };
      return dataOf(furrow.GET(path, { params, signal }));
    },
    staleTime: 60_000,
  });
}

/** A shift of a worker that starts on a local date; undefined if there is none any more. */
export function useShift({
  shiftId,
  workerId,
  day,
}: Readonly<Record<'shiftId' | 'workerId' | 'day', string>>) {
  return useQuery({
    queryKey: ['pay-runs', 'shifts', workerId, day],
    queryFn: ({ signal }) =>
      dataOf(
        furrow.GET('/api/control/shifts', {
          ...{ params: { query: { workerId, from: day, to: day, pageSize: 100 } }, signal },
        }),
      ),
    select: (shifts) => shifts.find((shift) => shift.shiftId === shiftId),
  });
}

/** A mutation of pay runs, which invalidates all of their queries. It holds no result, because pay is kept for a day. */
export function usePayAct<Result, Input = void>(
  act: (input: Input) => Promise<Result>,
  then?: (result: Result) => void,
): UseMutationResult<void, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await act(input);
      await queries.invalidateQueries({ queryKey: ['pay-runs'] });
      then?.(result);
    },
  });
}
