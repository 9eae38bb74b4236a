import { about, listOf, number, object, orNull, within } from '@furrow/kernel/schema';
import {
  DEFAULT_PREMIUM,
  DEFAULT_TERMS,
  FIXED_BONUS,
  MINIMUM_BASES,
  MINIMUM_PER,
  REST_BREAKS,
  TIER_PER,
  WEEKDAYS,
} from '@furrow/payroll/domain';
import { listBy, oneOf, project, rate, RATE, status, text, textOrNull, validFrom } from './members.ts';

const minimumWage = orNull(
  object({
    amount: about(
      within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
      'Minimum pay for the period in `per`',
    ),
    per: about(oneOf(...MINIMUM_PER), 'Period of the minimum wage'),
  }),
);

/** The sections of a farm file that say how work is paid. */
export const WAGE_SECTIONS = {
  'payPolicies?': listBy(['validFrom', 'group'], {
    validFrom: validFrom('First local day on which the policy applies'),
    'group?': about(
      within(textOrNull, { default: null }),
      'The group whose workers it is for; null: those whose group has no policy. Immutable',
    ),
    'hourlyRate?': about(
      within(rate, RATE),
      'Rate per hour of hourly shifts; null: the minimum wage per hour',
    ),
    'minimumWage?': minimumWage,
    'minimumWageBasis?': about(
      within(oneOf(...MINIMUM_BASES), { default: DEFAULT_TERMS.minimumWageBasis }),
      'Period over which pay is compared with the minimum wage',
    ),
    'nonproductiveRate?': about(
      within(rate, RATE),
      'Rate per hour of nonproductive shifts; null: the minimum wage per hour',
    ),
    'restBreaks?': about(
      within(oneOf(...REST_BREAKS), { default: DEFAULT_TERMS.restBreaks }),
      '`average`: rest breaks are paid at the average rate of the workweek',
    ),
    'overtime?': orNull(
      object({
        'weeklyHours?': about(
          within(rate, {
            ...RATE,
            accepts: '0 to 168',
          }),
          'Hours of a workweek beyond which an hour is overtime',
        ),
        'dailyHours?': about(
          within(rate, {
            ...RATE,
            accepts: '0 to 24',
          }),
          'Hours of a day beyond which an hour is overtime',
        ),
        'premium?': about(
          within(within(number, { minimum: 0 }), {
            accepts: '0 to 100 with at most 6 decimals',
            default: DEFAULT_PREMIUM,
          }),
          'Share of the regular rate that is paid in addition to it',
        ),
      }),
    ),
    'workweekStartsOn?': about(
      within(oneOf(...WEEKDAYS), { default: DEFAULT_TERMS.workweekStartsOn }),
      'The first day of a workweek',
    ),
    'fixedBonus?': about(
      within(oneOf(...FIXED_BONUS), { default: DEFAULT_TERMS.fixedBonus }),
      'How the workers of a session share its `fixed` bonus; the policy without a group decides',
    ),
    'tiers?': orNull(
      listOf(
        object({
          unit: about(
            within(text, { accepts: '1 to 50 characters' }),
            'Unit of the sessions that are counted',
          ),
          per: about(
            oneOf(...TIER_PER),
            'Time in which a worker’s units are counted: a local day or a pay run',
          ),
          from: about(
            within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
            'Number of units above which a unit earns the premium',
          ),
          premium: about(
            within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
            'Paid for each unit above, in addition to its price and to lower tiers',
          ),
        }),
      ),
    ),
    'status?': status,
  }),
  'payRates?': listBy(['validFrom', 'worker', 'position', 'group'], {
    validFrom: validFrom('First local day on which the rate applies'),
    'worker?': about(
      within(textOrNull, { accepts: 'code or id of a worker', default: null }),
      'The worker whose rate it is; exactly one of `worker`, `position` and `group` is stated',
    ),
    'position?': about(within(textOrNull, { default: null }), 'The position whose workers have it'),
    'group?': about(within(textOrNull, { default: null }), 'The group whose workers have it'),
    hourlyRate: about(
      within(rate, { accepts: RATE.accepts }),
      'Rate per hour of hourly shifts; null: none of their own from this day on',
    ),
    'status?': status,
  }),
  'projectWages?': listBy(['validFrom', 'project', 'group'], {
    validFrom: validFrom('First local day on which it applies'),
    project: about(text, project),
    'group?': about(within(textOrNull, { default: null }), 'The group whose workers it is for; null: all'),
    'hourlyRate?': about(within(rate, RATE), 'In place of the policy’s; null: the policy’s'),
    'minimumWage?': minimumWage,
    'nonproductiveRate?': about(within(rate, RATE), 'In place of the policy’s; null: the policy’s'),
    'status?': status,
  }),
};
