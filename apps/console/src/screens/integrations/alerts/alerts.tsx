import { Trans, useLingui } from '@lingui/react/macro';
import type { Alert } from '../../../api/types.ts';
import { Answered } from '../../../parts/answered.tsx';
import { Empty } from '../../../parts/states.tsx';
import { AlertCard } from './alert-card.tsx';
import { AlertChanges } from './alert-changes.tsx';
import { useAlerts } from './alert-query.ts';
import { NewAlert } from './new-alert.tsx';

/** All rules and their states; raised alerts come first. */
export function Alerts() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts">
        <Trans>Alerts</Trans>
      </h2>
      <Answered of={useAlerts()}>
        {(alerts) => (
          <>
            {alerts.length === 0 ? (
              <Empty title={t`Nothing is watched.`}>
                <Trans>
                  A rule watches what devices measure, and raises an alert when one is silent or beyond a
                  limit: create one below.
                </Trans>
              </Empty>
            ) : (
              <ul className="cards">
                {gravestFirst(alerts).map((alert) => (
                  <AlertCard key={alert.key} alert={alert} />
                ))}
              </ul>
            )}
            <NewAlert taken={alerts.map(({ key }) => key)} />
            <AlertChanges />
          </>
        )}
      </Answered>
    </section>
  );
}

const GRAVITY: readonly Alert['state'][] = ['firing', 'no_data', 'pending', 'ok'];

const gravestFirst = (alerts: readonly Alert[]) =>
  [...alerts].sort((a, b) => GRAVITY.indexOf(a.state) - GRAVITY.indexOf(b.state));
