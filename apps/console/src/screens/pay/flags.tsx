import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { PayRun } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';
import { VoidShift } from './void-shift.tsx';

type Flag = PayRun['flags'][number];
type Worker = Pick<PayRun['statements'][number], 'workerId' | 'worker_name'>;

interface Props {
  /** The run that has the flags. */
  readonly payRunId: string;
  readonly flags: readonly Flag[];
  readonly statements: readonly Worker[];
  /** Of whom the run has no statement. */
  readonly others?: readonly Worker[];
}

/** Problems of a run; a run can be frozen once no blocking one is left. */
export function Flags({ payRunId, flags, statements, others = [] }: Props) {
  if (flags.length === 0) return null;
  const names = new Map(
    [...others, ...statements].map(({ workerId, worker_name }) => [workerId, worker_name]),
  );
  const stated = new Set(statements.map(({ workerId }) => workerId));
  return (
    <details className="notice warn" open={flags.length <= 5}>
      <summary>
        <Trans>To check</Trans> ({flags.length})
      </summary>
      <ul>
        {flags.map((flag) => (
          <li key={identityOf(flag)}>
            <OneFlag
              of={payRunId}
              flag={flag}
              name={names.get(flag.workerId ?? '')}
              isStated={stated.has(flag.workerId ?? '')}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** By which an open question stays with its shift when others are settled. */
const identityOf = ({ code, workerId, sessionId, shiftId, day, payRunId }: Flag): string =>
  [code, workerId, sessionId, shiftId, day, payRunId].join(' ');

interface FlagProps {
  readonly of: string;
  readonly flag: Flag;
  readonly name: string | undefined;
  /** Whether the run has a statement of the worker, which is a page. */
  readonly isStated: boolean;
}

function OneFlag({ of, flag, name, isStated }: FlagProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const meaning: Readonly<Record<string, string>> = useMeanings();
  const { code, day, sessionId, workerId, payRunId } = flag;
  const isOld = code === 'too_old_to_correct';
  return (
    <>
      {[meaning[code] ?? code, day && date(day), !isStated && name].filter(Boolean).join(' · ')}
      {name && isStated && <To href={`/pay/${of}/${workerId}`}>{name}</To>}
      {sessionId && <To href={`/sessions/${sessionId}`}>{t`Session`}</To>}
      {payRunId && payRunId !== of && (
        <To href={`/pay/${payRunId}`}>{isOld ? t`The old pay run` : t`Corrects this run`}</To>
      )}
      {SETTLED_BY_RUNS.has(code) && <To href="/pay">{t`All pay runs`}</To>}
      {code === 'shift_overlap' && flag.shiftId && (
        <VoidShift shiftId={flag.shiftId} workerId={workerId} day={day} name={name ?? ''} />
      )}
    </>
  );
}

/** Those for which another run is opened. */
const SETTLED_BY_RUNS: ReadonlySet<string> = new Set(['hours_elsewhere', 'pay_policy_changes']);

function To({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <>
      {' · '}
      <Link href={href}>{children}</Link>
    </>
  );
}

/** A newer server may send unknown codes, which are shown unchanged. */
function useMeanings(): Readonly<Record<Flag['code'], string>> {
  const { t } = useLingui();
  return {
    session_open: t`A session is still open: close it, or wait until it ends.`,
    shift_running: t`A shift is still running: the person who recorded it has to end it on their phone.`,
    shift_overlap: t`Shifts of one worker overlap: void one of them.`,
    no_price: t`A session has no price: enter it in the session. Or a kind of shift has no rate: add it to the farm file.`,
    no_policy: t`No pay policy is valid on a day: add one from that day on to the farm file.`,
    no_currency: t`The company has no currency: add it to the farm file.`,
    pay_policy_changes: t`The pay policy changes within these days: calculate one run up to the change, and another from the change on.`,
    negative_gross: t`Corrections exceed what was earned: confirm this when you freeze the run.`,
    hours_missing: t`There is work on a day without a shift: record the hours of that day on a phone.`,
    outside_shift: t`Units were recorded outside of all shifts. They are paid, but check whether a shift is too short.`,
    hours_elsewhere: t`There are hours of the same week in another project: calculate a run for all projects to pay overtime.`,
    too_old_to_correct: t`Something changed in the days of an old pay run: settle it outside of Furrow.`,
  };
}
