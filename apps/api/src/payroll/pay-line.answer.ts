import type { ManualLineState } from '@furrow/payroll/domain';
import { PAGE_META } from '../http/page-query.ts';
import {
  about,
  date,
  dateTime,
  flag,
  idOf,
  listOf,
  named,
  number,
  object,
  orNull,
  success,
  text,
  type Value,
} from '../openapi/schema.ts';

const line = named('ManualPayLine', 'An amount that the office added to pay by hand.', {
  payLineId: about(idOf('payLine'), 'Id of the line'),
  workerId: about(idOf('worker'), 'Whose pay it changes'),
  day: about(date, 'The local day that it is for', '2026-01-14'),
  amount: about(number, 'In the currency; below 0 it is deducted', 25),
  reason: about(text, 'Why', 'Own vehicle used'),
  inRegularRate: about(flag, 'Whether it is part of the regular rate of its workweek', false),
  clientEventId: about(text, 'Key of the line', 'office/2026-01-14/1'),
  createdBy: about(text, 'The admin’s idpId', 'demo|clara'),
  createdAt: about(dateTime, 'When it was added'),
  voided: about(flag, 'Whether it was taken back', false),
  voidedAt: about(orNull(dateTime), 'When it was taken back', null),
  voidsLineId: about(orNull(idOf('payLine')), 'For a counter-movement: the line that it takes back', null),
  payRunId: about(orNull(idOf('payRun')), 'The frozen run that has paid it; null: none yet', null),
});

export const PAY_LINE = success(line);
export const PAY_LINES = success(listOf(line), { meta: PAGE_META });
export const VOIDED_PAY_LINE = success(
  object({
    payLineId: about(idOf('payLine'), 'The line'),
    voided: about(flag, 'Always true', true),
    counterLineId: about(idOf('payLine'), 'Its counter-movement'),
    amount: about(number, 'Of the counter-movement', -25),
  }),
);

export function payLineAnswer(state: ManualLineState): Value<typeof line> {
  const { payLineId, workerId, day, amount, reason, inRegularRate, clientEventId, voidsLineId } = state;
  return {
    ...{ payLineId, workerId, day, amount: Number(amount), reason, inRegularRate, clientEventId },
    ...{ createdBy: state.createdByIdpId, createdAt: state.createdAt.toISOString() },
    ...{ voided: state.voidedAt !== null, voidedAt: state.voidedAt?.toISOString() ?? null },
    ...{ voidsLineId, payRunId: state.payRunId },
  };
}
