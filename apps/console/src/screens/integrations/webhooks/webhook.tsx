import { useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'wouter';
import type { Webhook as Hook } from '../../../api/types.ts';
import { Answered } from '../../../parts/answered.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { Deliveries } from './deliveries.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { useEventNames } from './event-names.ts';
import { Replay } from './replay.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { nameOf } from './webhook-name.ts';
import { useWebhook } from './webhook-query.ts';
import { WebhookStatus } from './webhook-status.tsx';

/** One webhook: its events, its actions, and its deliveries. */
export default function Webhook() {
  const { t } = useLingui();
  const { webhookId = '' } = useParams();
  return (
    <>
      <p className="no-print">
        <Link href="/integrations">{t`All integrations`}</Link>
      </p>
      <Answered of={useWebhook(webhookId)} title={t`Webhook`}>
        {(webhook) => <Facts webhook={webhook} />}
      </Answered>
    </>
  );
}

function Facts({ webhook }: { readonly webhook: Hook }) {
  const names = useEventNames();
  const { webhookId, url, events } = webhook;
  return (
    <Screen title={nameOf(webhook)}>
      <p>
        <code>{url}</code>
      </p>
      <WebhookStatus webhook={webhook} />
      <ul className="chips">
        {events.map((type) => (
          <li key={type}>{names[type]}</li>
        ))}
      </ul>
      <WebhookActions webhook={webhook} />
      <EditWebhook key={webhook.updatedAt} webhook={webhook} />
      <Replay webhookId={webhookId} />
      <Deliveries webhookId={webhookId} />
    </Screen>
  );
}
