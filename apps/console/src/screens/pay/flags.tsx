import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { PayRun } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';

type Flag = PayRun['flags'][number];

interface Props {
  readonly flags: readonly Flag[];
  readonly statements: readonly Pick<PayRun['statements'][number], 'workerId' | 'worker_name'>[];
}

/** Problems of a run; a run can be frozen once no blocking one is left. */
export function Flags({ flags, statements }: Props) {
  if (flags.length === 0) return null;
  const names = new Map(statements.map(({ workerId, worker_name }) => [workerId, worker_name]));
  return (
    <details className="notice warn" open={flags.length <= 5}>
      <summary>
        <Trans>To check</Trans> ({flags.length})
      </summary>
      <ul>
        {flags.map((flag, index) => (
          <li key={index}>
            <OneFlag flag={flag} name={names.get(flag.workerId ?? '')} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function OneFlag({ flag, name }: { readonly flag: Flag; readonly name: string | undefined }) {
  const { date } = useFormat();
  const meaning = useMeanings();
  const { code, day, sessionId, payRunId } = flag;
  return (
    <>
      {[meaning[code] ?? code, name, day && date(day)].filter(Boolean).join(' · ')}
      {sessionId && (
        <>
          {' '}
          <Link href={`/sessions/${sessionId}`}>
            <Trans>Session</Trans>
          </Link>
        </>
      )}
      {payRunId && (
        <>
          {' '}
          <Link href={`/pay/${payRunId}`}>
            <Trans>Corrects this run</Trans>
          </Link>
        </>
      )}
    </>
  );
}

/** A newer server may send unknown codes, which are shown unchanged. */
function useMeanings(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    session_open: t`A session is still open: close it, or wait until it ends.`,
    shift_running: t`A shift is still running: the person who recorded it has to end it.`,
    shift_overlap: t`Shifts of one worker overlap: void one of them, and record it again.`,
    no_price: t`A session has no price: enter it in the session. Or a kind of shift has no rate: add it to the farm file.`,
    no_policy: t`No pay policy is valid on a day: add one from that day on to the farm file.`,
    no_currency: t`The company has no currency: add it to the farm file.`,
    negative_gross: t`Corrections exceed what was earned: confirm this when you freeze the run.`,
    hours_missing: t`There is work on a day without a shift: record the hours of that day.`,
    outside_shift: t`Units were recorded outside of all shifts. They are paid, but check whether a shift is too short.`,
    hours_elsewhere: t`There are hours of the same week in another project: calculate a run for all projects to pay overtime.`,
    too_old_to_correct: t`Something changed in the days of an old pay run: settle it outside of Furrow.`,
  };
}
