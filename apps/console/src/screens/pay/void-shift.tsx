import { Trans } from '@lingui/react/macro';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { Confirmed } from '../../parts/acts/confirmed.tsx';
import { useFormat } from '../../parts/format.ts';
import { usePayAct, useShift } from './pay-query.ts';

interface Props {
  readonly shiftId: string;
  readonly workerId: string | undefined;
  /** The local date on which it starts. */
  readonly day: string | undefined;
  /** Of the worker. */
  readonly name: string;
}

/** Of two shifts that overlap, the office voids one here. */
export function VoidShift({ shiftId, workerId, day, name }: Props) {
  const voiding = usePayAct(() =>
    bodyOf(
      furrow.POST('/api/control/shifts/{shiftId}/void', {
        ...{ params: { path: { shiftId } }, body: {} },
      }),
    ),
  );
  return (
    <div className="no-print">
      <Confirmed
        label={<Trans>Void this shift</Trans>}
        name={name}
        question={
          <>
            {workerId && day && <Which {...{ shiftId, workerId, day, name }} />}{' '}
            <Trans>Its hours do not count any more. It can be recorded again.</Trans>
          </>
        }
        by={voiding}
      />
    </div>
  );
}

/** Which of the worker's shifts it is, because those that overlap differ by their times alone. */
function Which({
  shiftId,
  workerId,
  day,
  name,
}: Props & { readonly workerId: string; readonly day: string }) {
  const { date, time } = useFormat();
  const { data: shift } = useShift({ shiftId, workerId, day });
  const on = date(day);
  if (!shift?.endedAt)
    return (
      <Trans>
        The shift of {name} on {on}.
      </Trans>
    );
  const [from, to] = [time(shift.startedAt, shift.timezone), time(shift.endedAt, shift.timezone)];
  return (
    <Trans>
      The shift of {name} on {on} from {from} to {to}.
    </Trans>
  );
}
