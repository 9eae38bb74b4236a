import { Trans, useLingui } from '@lingui/react/macro';
import type { Webhook } from '../../../api/types.ts';
import { Chip } from '../../../parts/elements/chip.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';

/** Whether events are sent, in a word. */
export function WebhookState({ webhook: { status, pausedReason } }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  if (status === 'active') return <Chip tone="good">{t`Active`}</Chip>;
  if (pausedReason === 'gone' || pausedReason === 'failing')
    return <Chip tone="bad">{t`Paused after failures`}</Chip>;
  return <Chip tone="warn">{t`Paused`}</Chip>;
}

/** Whether events are sent; if not, since when, why, and what to do. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  const { ago } = useFormat();
  const since = ago(webhook.pausedAt ?? webhook.updatedAt, useNow());
  if (webhook.status === 'active')
    return (
      <p>
        <WebhookState webhook={webhook} />
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
  return <p>{t`Paused ${since}: no events are sent.`}</p>;
}
