import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingBasket } from 'lucide-react';
import { useIsLive } from '../../api/live.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tile } from '../../parts/figure.tsx';
import { useNow } from '../../parts/now.ts';
import { Screen } from '../../parts/screen.tsx';
import { unitsOf } from '../../harvest/totals.ts';
import { CrewCard } from './crew-card.tsx';
import { FarmSide } from './farm-side.tsx';
import { OpenSession } from './open-session.tsx';
import { OutboxPanel } from './outbox-panel.tsx';
import { SessionCard } from './session-card.tsx';
import { daysOf, type SessionToday, useToday } from './today-query.ts';

/** Today's harvest, updated as it grows. */
export default function Today() {
  const { t } = useLingui();
  const sessions = useToday();
  const isLive = useIsLive();
  return (
    <Screen
      title={<Trans>Today</Trans>}
      beside={
        <>
          <p className={isLive ? 'live on' : 'live'} role="status">
            {isLive ? t`Live` : t`Every 15 seconds`}
          </p>
        </>
      }
    >
      <OutboxPanel />
      <Answered of={sessions}>{(data) => <Sessions sessions={data} />}</Answered>
      {sessions.isError && !sessions.data && <OpenSession />}
    </Screen>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly SessionToday[] }) {
  const { t } = useLingui();
  return (
    <div className="overview">
      <div className="before">
        {sessions.length === 0 ? (
          <Empty title={t`Nothing is being picked today.`} icon={ShoppingBasket}>
            <Trans>
              Open a session below, or on a phone in the field. It appears here as soon as the phone has sent
              it.
            </Trans>
          </Empty>
        ) : (
          <Picking sessions={sessions} />
        )}
        <OpenSession />
      </div>
      <FarmSide sessions={sessions} />
    </div>
  );
}

function Picking({ sessions }: { readonly sessions: readonly SessionToday[] }) {
  const { t } = useLingui();
  const now = useNow();
  const open = sessions.filter(({ session }) => session.status === 'open');
  const closed = sessions.filter(({ session }) => session.status === 'closed');
  return (
    <>
      <dl className="tiles">
        <Tile label={t`Open sessions`} value={open.length} />
        {unitsOf(sessions.map(({ session }) => session)).map(({ unit, units }) => (
          <Tile key={unit ?? ''} label={t`Picked`} value={units} unit={unit ?? t`units`} />
        ))}
      </dl>
      <h2 className="hidden">
        <Trans>Open sessions</Trans>
      </h2>
      {open.length > 0 && (
        <div className="cards">
          {open.map((one) => (
            <SessionCard key={one.session.sessionId} {...one} now={now} />
          ))}
        </div>
      )}
      <CrewCard sessions={sessions} />
      {closed.length > 0 && (
        <section>
          <h2>
            <Trans>Closed today</Trans>
          </h2>
          <div className="cards">
            {closed.map((one) => (
              <SessionCard key={one.session.sessionId} {...one} now={now} />
            ))}
          </div>
        </section>
      )}
      <Exports
        of={t`Harvest`}
        from="/api/console/harvest"
        filters={{ ...daysOf(sessions.map(({ session }) => session)) }}
      />
    </>
  );
}
