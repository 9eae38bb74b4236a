import * as s from '../../openapi/schema.ts';

export const POLICIES_OF_FILE = s.named('PayPoliciesOfFile', 'The pay policies of a farm file.', {
  payPolicies: s.about(s.listOf(s.anyObject), 'As they are declared there', [
    { validFrom: '2026-02-01', minimumWage: { amount: 10, per: 'hour' } },
  ]),
});

const totals = s.object({
  workers: s.about(s.count, 'Workers who are owed something', 12),
  hours: s.about(s.number, 'Their hours, to 6 decimals', 480),
  units: s.about(s.number, 'Their units, to 6 decimals', 5120),
  gross: s.about(s.number, 'What they are owed, in the currency', 6200.5),
});

export const PAY_PREVIEW = s.success(
  s.named('PayPreview', 'What the work of a week comes to by two sets of pay policies.', {
    from: s.about(s.date, 'The first day of the last complete workweek'),
    to: s.about(s.date, 'Its last day'),
    currency: s.about(s.orNull(s.text), 'Of the amounts, ISO 4217; null: the company has none yet', 'CLP'),
    before: s.about(totals, 'By the policies in force'),
    after: s.about(totals, 'By those of the body, and the others in force'),
  }),
);
