import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Answered } from '../../../parts/answered.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { Empty } from '../../../parts/states.tsx';
import { AlertChanges } from './alert-changes.tsx';
import { AlertList } from './alert-list.tsx';
import { useAlerts } from './alert-query.ts';
import { NewAlert } from './new-alert.tsx';

/** The rules and their states, a page at a time; raised alerts come first. */
export function Alerts() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts">{t`Alerts`}</h2>
      <Answered of={useAlerts(page)}>
        {({ data: alerts, meta: { totalPages } }) => (
          <>
            {alerts.length === 0 && page === 1 ? (
              <Empty title={t`There are no alert rules yet.`}>
                <Trans>
                  A rule watches what devices measure. It raises an alert when a device is silent or a value
                  is beyond a limit. Create one below.
                </Trans>
              </Empty>
            ) : (
              <AlertList alerts={alerts} />
            )}
            <Pager
              label={t`Alerts`}
              page={page}
              pages={Math.max(totalPages, page)}
              words={[t`Previous`, t`Next`]}
              onPage={setPage}
            />
            <NewAlert />
            <AlertChanges />
          </>
        )}
      </Answered>
    </section>
  );
}
