import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AlertChange } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { Answered } from '../../../parts/answered.tsx';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Empty } from '../../../parts/states.tsx';
import { When } from '../../../parts/when.tsx';
import { useAlertChanges } from './alert-query.ts';

/** What rules found recently, a page at a time, latest first. */
export function AlertChanges() {
  const { t } = useLingui();
  // Where each page begins; the last one is shown.
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  const changes = useAlertChanges(starts.at(-1));
  return (
    <section>
      <h3>{t`Recent changes of alerts`}</h3>
      <Answered of={changes}>
        {({ data, meta: { next } }) => (
          <>
            {data.length === 0 ? (
              <Empty title={t`Nothing has been raised in the last 30 days.`}>
                <Trans>When a rule raises an alert, the alert appears here and webhooks send an event.</Trans>
              </Empty>
            ) : (
              <List changes={data} />
            )}
            {(next !== null || starts.length > 1) && (
              <nav className="pager no-print" aria-label={t`Recent changes of alerts`}>
                <button
                  type="button"
                  disabled={starts.length === 1}
                  onClick={() => setStarts(starts.slice(0, -1))}
                >{t`Newer`}</button>
                <button
                  type="button"
                  disabled={next === null}
                  onClick={() => next !== null && setStarts([...starts, next])}
                >{t`Older`}</button>
              </nav>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

const looks = ({ event }: AlertChange) => (event === 'alert.raised' ? 'above' : undefined);

function List({ changes }: { readonly changes: readonly AlertChange[] }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { timezone } = useCompany();
  const states: Readonly<Record<AlertChange['state'], string>> = {
    ok: t`Within the limit again`,
    pending: t`Beyond the limit`,
    firing: t`Alert raised`,
    no_data: t`Alert raised: nothing is measured`,
  };
  const columns: Columns<AlertChange> = [
    {
      ...{ id: 'at', header: t`Since` },
      cell: (row) => <When at={row.at} timeZone={timezone} />,
    },
    { id: 'alert', header: t`Alert`, cell: ({ name, key }) => name ?? key },
    { id: 'device', header: t`Device`, cell: ({ device }) => device },
    {
      ...{ id: 'state', header: t`What happened` },
      cell: ({ event, state, leftOut }) => {
        const what = event === 'alert.cleared' && state === 'ok' ? t`Alert cleared` : states[state];
        return leftOut === 0
          ? what
          : t`${what} (it changes too often: ${number(leftOut)} changes were left out)`;
      },
    },
  ];
  return (
    <ListTable caption={t`Recent changes of alerts`} rows={changes} columns={columns} rowClass={looks} />
  );
}
