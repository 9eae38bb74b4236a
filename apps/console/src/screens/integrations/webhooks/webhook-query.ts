import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, dataOf, furrow } from '../../../api/furrow.ts';
import type { WebhookDelivery, WebhookReplay } from '../../../api/types.ts';

export type DeliveryStatus = WebhookDelivery['status'];

/** There is no event for deliveries, so they are polled: how often while one is in flight, and otherwise. */
const SOON_MS = 2_000;
const LATER_MS = 15_000;
/** A delivery whose next attempt is hours away does not count as in flight. */
const SOON_DUE_MS = 10_000;

/** Every webhook of the company, oldest first. */
export function useWebhooks() {
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/control/webhooks', { signal })),
  });
}

export function useWebhook(webhookId: string) {
  return useQuery({
    queryKey: ['webhooks', webhookId],
    queryFn: ({ signal }) =>
      dataOf(furrow.GET('/api/control/webhooks/{webhookId}', { params: { path: { webhookId } }, signal })),
  });
}

/** The last replay, and how far it is; null if none was requested. */
export function useReplay(webhookId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['webhooks', webhookId, 'replay'],
    queryFn: ({ signal }) =>
      dataOf(
        furrow.GET('/api/control/webhooks/{webhookId}/replay', { params: { path: { webhookId } }, signal }),
      ),
    enabled,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? SOON_MS : false),
  });
}

export const isUnderWay = (replay: WebhookReplay | null | undefined): boolean =>
  replay?.status === 'running' || replay?.status === 'set_aside';

/** A page of deliveries, latest first. */
export function useDeliveries(webhookId: string, status: DeliveryStatus | undefined, page: number) {
  return useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', status ?? 'all', page],
    queryFn: ({ signal }) =>
      bodyOf(
        furrow.GET('/api/control/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: { page, ...(status && { status }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? SOON_MS : LATER_MS),
  });
}

const isOnItsWay = ({ status, nextAttemptAt }: WebhookDelivery) =>
  status === 'pending' && Date.parse(nextAttemptAt ?? '') < Date.now() + SOON_DUE_MS;
