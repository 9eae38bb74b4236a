import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingBasket } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useIsLive } from '../../api/live.ts';
import { usePlaces } from '../../api/places.ts';
import type { Today as TodayFacts } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import { NoProjects } from '../../parts/farm/no-projects.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Tile } from '../../parts/figure.tsx';
import { Screen } from '../../parts/screen.tsx';
import { CrewCard } from './crew-card.tsx';
import { FarmSide } from './farm-side.tsx';
import { OpenSession } from './open-session.tsx';
import { OutboxPanel } from './outbox-panel.tsx';
import { useRests } from './rest-query.ts';
import { SessionCard } from './session-card.tsx';
import { TakeOutbox } from './take-outbox.tsx';
import { daysOf, useToday } from './today-query.ts';

/** Today's harvest, updated as it grows. */
export default function Today() {
  const { t } = useLingui();
  const today = useToday();
  const beside = [useRests(), usePlaces()];
  // What comes later would push down what stands there.
  const isComing =
    today.isFetchedAfterMount &&
    beside.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  // Rendered in short tasks, as `Answered` does.
  const isThere = useDeferredValue(!isComing);
  const isLive = useIsLive();
  return (
    <Screen
      title={t`Today`}
      beside={
        <>
          <p className={isLive ? 'live on' : 'live'} role="status">
            {isLive ? t`Live` : t`Every 15 seconds`}
          </p>
        </>
      }
    >
      <OutboxPanel />
      <Answered of={today}>
        {(data) => (isComing || !isThere ? <Loading /> : <Overview today={data} />)}
      </Answered>
      {today.isError && !today.data && (
        <>
          <OpenSession />
          <TakeOutbox />
        </>
      )}
    </Screen>
  );
}

interface Props {
  readonly today: TodayFacts;
}

function Overview({ today }: Props) {
  const { t } = useLingui();
  const { data: farm } = usePlaces();
  const phones = `${location.host}/field/`;
  return (
    <div className="overview">
      <div className="before">
        {farm?.length === 0 && today.sessions.length === 0 ? (
          <NoProjects />
        ) : today.sessions.length === 0 ? (
          <Empty title={t`Nothing is being picked today.`} icon={ShoppingBasket}>
            <Trans>
              Open a session below, or on a phone in the field, at <a href="/field/">{phones}</a>. It appears
              here as soon as the phone has sent it.
            </Trans>
          </Empty>
        ) : (
          <Harvest today={today} />
        )}
        <OpenSession />
        <TakeOutbox />
      </div>
      <FarmSide today={today} />
    </div>
  );
}

function Harvest({ today: { sessions, picked, crew } }: Props) {
  const { t } = useLingui();
  const open = sessions.filter(({ status }) => status === 'open');
  const closed = sessions.filter(({ status }) => status === 'closed');
  return (
    <>
      <dl className="tiles">
        <Tile label={t`Open sessions`} value={open.length} />
        {picked.map(({ unit, units }) => (
          <Tile key={unit ?? ''} label={t`Picked`} value={units} unit={unit ?? t`units`} />
        ))}
      </dl>
      <h2 className="hidden">{t`Open sessions`}</h2>
      {open.length > 0 && (
        <div className="cards">
          {open.map((one) => (
            <SessionCard key={one.sessionId} session={one} />
          ))}
        </div>
      )}
      <CrewCard crew={crew} />
      {closed.length > 0 && (
        <section>
          <h2>{t`Closed today`}</h2>
          <div className="cards">
            {closed.map((one) => (
              <SessionCard key={one.sessionId} session={one} />
            ))}
          </div>
        </section>
      )}
      <Exports of={t`Harvest`} from="/api/control/harvest" filters={daysOf(sessions)} />
    </>
  );
}
