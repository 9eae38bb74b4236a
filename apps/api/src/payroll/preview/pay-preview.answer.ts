import {
  about,
  anyObject,
  count,
  date,
  listOf,
  named,
  number,
  object,
  orNull,
  success,
  text,
} from '../../openapi/schema.ts';

export const POLICIES_OF_FILE = named('PayPoliciesOfFile', 'The pay policies of a farm file.', {
  payPolicies: about(listOf(anyObject), 'As they are declared there', [
    { validFrom: '2026-02-01', minimumWage: { amount: 10, per: 'hour' } },
  ]),
});

const totals = object({
  workers: about(count, 'Workers who are owed something', 12),
  hours: about(number, 'Their hours, to 6 decimals', 480),
  units: about(number, 'Their units, to 6 decimals', 5120),
  gross: about(number, 'What they are owed, in the currency', 6200.5),
});

export const PAY_PREVIEW = success(
  named('PayPreview', 'What the work of a week comes to by two sets of pay policies.', {
    from: about(date, 'The first day of the last complete workweek'),
    to: about(date, 'Its last day'),
    currency: about(orNull(text), 'Of the amounts, ISO 4217; null: the company has none yet', 'CLP'),
    before: about(totals, 'By the policies in force'),
    after: about(totals, 'By those of the body, and the others in force'),
  }),
);
