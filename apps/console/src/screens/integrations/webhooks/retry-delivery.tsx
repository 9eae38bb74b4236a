import { Trans } from '@lingui/react/macro';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { WebhookDelivery } from '../../../api/types.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';

interface Props {
  readonly webhookId: string;
  readonly delivery: WebhookDelivery;
}

/** Sends one delivery again at once, with the same id. */
export function RetryDelivery({ webhookId, delivery: { deliveryId } }: Props) {
  const retrying = useChange('webhooks', () =>
    bodyOf(
      furrow.POST('/api/control/webhooks/{webhookId}/deliveries/{deliveryId}/retry', {
        params: { path: { webhookId, deliveryId } },
      }),
    ),
  );
  return (
    <>
      <button
        type="button"
        disabled={retrying.isPending}
        data-delivery={deliveryId}
        onClick={() => retrying.mutate()}
      >
        <Trans>Send again</Trans> <span className="hidden">{deliveryId}</span>
      </button>
      <ActFailed error={retrying.error} />
    </>
  );
}
