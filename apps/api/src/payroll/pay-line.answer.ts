import type { ManualLineState } from '@furrow/payroll/domain';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';

const line = s.named('ManualPayLine', 'An amount that the office added to pay by hand.', {
  payLineId: s.about(s.idOf('payLine'), 'Id of the line'),
  workerId: s.about(s.idOf('worker'), 'Whose pay it changes'),
  day: s.about(s.date, 'The local day that it is for', '2026-01-14'),
  amount: s.about(s.number, 'In the currency; below 0 it is deducted', 25),
  reason: s.about(s.text, 'Why', 'Own vehicle used'),
  inRegularRate: s.about(s.flag, 'Whether it is part of the regular rate of its workweek', false),
  clientEventId: s.about(s.text, 'Key of the line', 'office/2026-01-14/1'),
  createdBy: s.about(s.text, 'The admin’s idpId', 'demo|clara'),
  createdAt: s.about(s.dateTime, 'When it was added'),
  voided: s.about(s.flag, 'Whether it was taken back', false),
  voidedAt: s.about(s.orNull(s.dateTime), 'When it was taken back', null),
  voidsLineId: s.about(
    s.orNull(s.idOf('payLine')),
    'For a counter-movement: the line that it takes back',
    null,
  ),
  payRunId: s.about(s.orNull(s.idOf('payRun')), 'The frozen run that has paid it; null: none yet', null),
});

export const PAY_LINE = s.success(line);
export const PAY_LINES = s.success(s.listOf(line), { meta: PAGE_META });
export const VOIDED_PAY_LINE = s.success(
  s.object({
    payLineId: s.about(s.idOf('payLine'), 'The line'),
    voided: s.about(s.flag, 'Always true', true),
    counterLineId: s.about(s.idOf('payLine'), 'Its counter-movement'),
    amount: s.about(s.number, 'Of the counter-movement', -25),
  }),
);

export function payLineAnswer(state: ManualLineState): s.Value<typeof line> {
  const { payLineId, workerId, day, amount, reason, inRegularRate, clientEventId, voidsLineId } = state;
  return {
    ...{ payLineId, workerId, day, amount: Number(amount), reason, inRegularRate, clientEventId },
    ...{ createdBy: state.createdByIdpId, createdAt: state.createdAt.toISOString() },
    ...{ voided: state.voidedAt !== null, voidedAt: state.voidedAt?.toISOString() ?? null },
    ...{ voidsLineId, payRunId: state.payRunId },
  };
}
