import { Trans } from '@lingui/react/macro';
import type { Webhook } from '../../../api/types.ts';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';

/** Whether events are sent; if not, since when, why, and what to do. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const { ago } = useFormat();
  const since = ago(webhook.pausedAt ?? webhook.updatedAt, useNow());
  if (webhook.status === 'active')
    return (
      <p>
        <Trans>Active</Trans>
      </p>
    );
  if (webhook.pausedReason === 'gone')
    return (
      <p className="notice warn">
        <Trans>
          Paused {since}: the receiver answered that it is gone for good. Give it another address, or delete
          it.
        </Trans>
      </p>
    );
  if (webhook.pausedReason === 'failing')
    return (
      <p className="notice warn">
        <Trans>
          Paused {since}: nothing arrived for five days. Repair the receiver, resume, and replay what it
          missed.
        </Trans>
      </p>
    );
  return (
    <p>
      <Trans>Paused {since}: it gets nothing.</Trans>
    </p>
  );
}
