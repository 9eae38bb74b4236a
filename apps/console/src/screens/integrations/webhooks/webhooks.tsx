import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Webhook } from '../../../api/types.ts';
import { Answered } from '../../../parts/answered.tsx';
import { Empty } from '../../../parts/states.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { useWebhooks } from './webhook-query.ts';
import { WebhookStatus } from './webhook-status.tsx';

/** The webhooks of the company. */
export function Webhooks() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">
        <Trans>Webhooks</Trans>
      </h2>
      <Answered of={useWebhooks()}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title={t`No program is notified of events.`}>
              <Trans>
                A webhook sends events to another program as they are committed: create one below, and send it
                a test.
              </Trans>
            </Empty>
          ) : (
            <ul className="cards">
              {webhooks.map((webhook) => (
                <Card key={webhook.webhookId} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Answered>
      <NewWebhook />
    </section>
  );
}

function Card({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, url, description, events } = webhook;
  return (
    <li className="card">
      <h3>
        <Link href={`/integrations/${webhookId}`}>{description ?? new URL(url).host}</Link>
      </h3>
      <p>
        <code>{url}</code>
      </p>
      <p>
        <Plural value={events.length} one="# kind of event" other="# kinds of events" />
      </p>
      <WebhookStatus webhook={webhook} />
    </li>
  );
}
