import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { ReportedSession } from '../../api/types.ts';
import { useUser } from '../../app/signed-in.ts';
import { Card } from '../../parts/elements/card.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { Faces } from './faces.tsx';
import { QualityBar } from './quality-bar.tsx';
import { SessionActions } from './session-actions.tsx';
import { Warnings } from './warnings.tsx';

/** One session: amount, pace, quality, and warnings. */
export function SessionCard({ session }: { readonly session: ReportedSession }) {
  const { t } = useLingui();
  const { time, timeOn } = useFormat();
  const user = useUser();
  const { totals, pace, timezone, samplingUnit, sessionId, workers, qualityBreakdown } = session;
  const unit = samplingUnit ?? t`units`;
  const isOpen = session.status === 'open';
  const opened = time(session.openedAt, timezone);
  const end = timeOn(session.localDate, session.closedAt ?? session.endsAt, timezone);
  return (
    <Card
      titleId={`session-${sessionId}`}
      title={<Link href={`/sessions/${sessionId}`}>{session.sector_name}</Link>}
      beside={<p>{isOpen ? t`since ${opened}, until ${end}` : t`${opened} to ${end}`}</p>}
    >
      <p className="big">
        <Figure value={totals.validUnits} unit={unit} />
      </p>
      <dl className="facts">
        <Fact label={t`Workers`}>
          <Figure value={totals.workerCount} />
        </Fact>
        <Fact label={t`${unit} an hour`}>
          <Figure value={pace.perHour} digits={1} />
        </Fact>
        <Fact label={t`an hour each`}>
          <Figure value={pace.perHourAndWorker} digits={1} />
        </Fact>
        <Fact label={t`Records`}>
          <Figure value={totals.recordCount} />
        </Fact>
      </dl>
      <Faces workers={workers} />
      {qualityBreakdown.length > 0 && <QualityBar parts={qualityBreakdown} unit={unit} />}
      <Warnings of={session} />
      {isOpen && session.idpId === user.idpId && <SessionActions session={session} />}
    </Card>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
