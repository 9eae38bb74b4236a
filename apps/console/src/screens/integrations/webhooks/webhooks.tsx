import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Webhook } from '../../../api/types.ts';
import { Answered } from '../../../parts/answered.tsx';
import { actionsColumn } from '../../../parts/elements/actions-column.tsx';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { Empty } from '../../../parts/states.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { nameOf } from './webhook-name.ts';
import { useWebhooks } from './webhook-query.ts';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookState } from './webhook-status.tsx';

/** The webhooks of the company. */
export function Webhooks() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{t`Webhooks`}</h2>
      <Answered
        of={useWebhooks()}
        empty={
          <Empty title={t`There are no webhooks yet.`}>
            <Trans>
              A webhook sends events to another program as they happen. Create one below and send a test.
            </Trans>
          </Empty>
        }
      >
        {(webhooks) => <List webhooks={webhooks} />}
      </Answered>
      <NewWebhook />
    </section>
  );
}
function List({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { t } = useLingui();
  const columns: Columns<Webhook> = [
    {
      ...{ id: 'name', header: t`Webhook`, value: nameOf },
      cell: (row) => (
        <Link className="name" href={`/integrations/${row.webhookId}`}>
          {nameOf(row)}
        </Link>
      ),
    },
    {
      ...{ id: 'url', header: t`Address`, value: ({ url }) => url },
      cell: (row) => <code className="wrap">{row.url}</code>,
    },
    {
      ...{ id: 'events', header: t`Events`, value: ({ events }) => events.length },
      cell: (row) => <Plural value={row.events.length} one="# kind of event" other="# kinds of events" />,
    },
    {
      ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
      cell: (row) => <WebhookState webhook={row} />,
    },
    actionsColumn((webhook) => <WebhookMenu webhook={webhook} />),
  ];
  return (
    <ListTable
      caption={t`All webhooks`}
      rows={webhooks}
      columns={columns}
      idOf={({ webhookId }) => webhookId}
    />
  );
}
