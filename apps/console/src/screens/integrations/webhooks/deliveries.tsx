import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { WebhookDelivery } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { Answered } from '../../../parts/answered.tsx';
import { Choose } from '../../../parts/fields/choose.tsx';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { Chip, type Tone } from '../../../parts/elements/chip.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';
import { Pager } from '../../../parts/pager.tsx';
import { Empty } from '../../../parts/states.tsx';
import { When } from '../../../parts/when.tsx';
import { Attempts } from './attempts.tsx';
import { useEventNames } from './event-names.ts';
import { RetryDelivery } from './retry-delivery.tsx';
import { type DeliveryStatus, useDeliveries } from './webhook-query.ts';

/** The deliveries of a webhook with all attempts, paged, latest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { t } = useLingui();
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [page, setPage] = useState(1);
  const states = useStates();
  const deliveries = useDeliveries(webhookId, status || undefined, page);
  return (
    <section>
      <h2>{t`Deliveries`}</h2>
      <div className="filters no-print">
        <Choose
          label={t`Status`}
          value={status}
          options={[
            { value: '' as const, label: t`All` },
            ...(Object.entries(states) as [DeliveryStatus, string][]).map(([value, label]) => ({
              value,
              label,
            })),
          ]}
          onChange={(chosen) => {
            setStatus(chosen);
            setPage(1);
          }}
        />
      </div>
      <Answered of={deliveries}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={status === '' ? t`Nothing has been sent yet.` : t`No delivery has this status.`}>
              {status === ''
                ? t`Send a test above: its delivery appears here with the response of the receiver.`
                : t`Choose another status above.`}
            </Empty>
          ) : (
            <>
              <List webhookId={webhookId} deliveries={data} states={states} />
              <Pager label={t`Deliveries`} page={page} pages={meta.totalPages} onPage={setPage} />
            </>
          )
        }
      </Answered>
    </section>
  );
}

function useStates(): Readonly<Record<DeliveryStatus, string>> {
  const { t } = useLingui();
  return { pending: t`Pending`, delivered: t`Delivered`, failed: t`Failed` };
}

const TONES: Readonly<Record<DeliveryStatus, Tone>> = { pending: 'info', delivered: 'good', failed: 'bad' };

interface ListProps {
  readonly webhookId: string;
  readonly deliveries: readonly WebhookDelivery[];
  readonly states: Readonly<Record<DeliveryStatus, string>>;
}

function List({ webhookId, deliveries, states }: ListProps) {
  const { t } = useLingui();
  const names = useEventNames();
  const { ago } = useFormat();
  const { timezone } = useCompany();
  const now = useNow();
  const named = names as Readonly<Record<string, string>>;
  const columns: Columns<WebhookDelivery> = [
    {
      ...{ id: 'time', header: t`Time` },
      cell: (row) => <When at={row.createdAt} timeZone={timezone} />,
    },
    {
      ...{ id: 'event', header: t`Event` },
      cell: (row) => (row.type === 'webhook.test' ? t`Test` : (named[row.type] ?? row.type)),
    },
    {
      ...{ id: 'status', header: t`Status` },
      cell: (row) => (
        <>
          <Chip tone={TONES[row.status]}>{states[row.status]}</Chip>
          {row.nextAttemptAt !== null && <small> {ago(row.nextAttemptAt, now)}</small>}
        </>
      ),
    },
    {
      ...{ id: 'attempts', header: t`Attempts` },
      cell: (row) => <Attempts delivery={row} timeZone={timezone} />,
    },
    {
      ...{ id: 'actions', header: () => <span className="hidden">{t`Actions`}</span> },
      cell: (row) => <RetryDelivery webhookId={webhookId} delivery={row} />,
    },
  ];
  return (
    <DataTable
      isCaptionHidden
      caption={t`Deliveries`}
      rows={deliveries}
      columns={columns}
      idOf={({ deliveryId }) => deliveryId}
    />
  );
}
