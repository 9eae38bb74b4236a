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

const minimumWage = (description: string) =>
  about(
    orNull(
      object({
        amount: about(
          within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
          'Minimum pay for the period in `per`',
          10.5,
        ),
        per: about(oneOf(...MINIMUM_PER), 'Period of the minimum wage'),
      }),
    ),
    description,
  );

const payRates = listBy(
  ['validFrom', 'worker', 'position', 'group'],
  'Hourly rates of workers, positions and groups',
  {
    validFrom: validFrom('First local day on which the rate applies'),
    'worker?': about(
      within(textOrNull, { accepts: 'code or id of a worker', default: null }),
      'The worker whose rate it is; exactly one of `worker`, `position` and `group` is stated',
      'W-014',
    ),
    'position?': about(within(textOrNull, { default: null }), 'The position whose workers have it', 'driver'),
    'group?': about(within(textOrNull, { default: null }), 'The group whose workers have it', 'h2a'),
    hourlyRate: about(
      within(rate, { accepts: RATE.accepts }),
      'Rate per hour of hourly shifts; null: none of their own from this day on',
      25,
    ),
    'status?': status,
  },
);

/** The sections of a farm file that say how work is paid. */
export const WAGE_SECTIONS = {
  'payPolicies?': listBy(['validFrom', 'group'], 'How work is paid, from a day on', {
    validFrom: validFrom('First local day on which the policy applies'),
    'group?': about(
      within(textOrNull, { default: null }),
      'The group whose workers it is for; null: those whose group has no policy. Immutable',
      'h2a',
    ),
    'hourlyRate?': about(
      within(rate, RATE),
      'Rate per hour of hourly shifts; null: the minimum wage per hour',
      12,
    ),
    'minimumWage?': minimumWage('The least that work is paid; null: none'),
    'minimumWageBasis?': about(
      within(oneOf(...MINIMUM_BASES), { default: DEFAULT_TERMS.minimumWageBasis }),
      'Period over which pay is compared with the minimum wage',
    ),
    'nonproductiveRate?': about(
      within(rate, RATE),
      'Rate per hour of nonproductive shifts; null: the minimum wage per hour',
      11,
    ),
    'restBreaks?': about(
      within(oneOf(...REST_BREAKS), { default: DEFAULT_TERMS.restBreaks }),
      '`average`: rest breaks are paid at the average rate of the workweek',
    ),
    'overtime?': about(
      orNull(
        object({
          'weeklyHours?': about(
            within(rate, {
              ...RATE,
              accepts: '0 to 168',
            }),
            'Hours of a workweek beyond which an hour is overtime',
            40,
          ),
          'dailyHours?': about(
            within(rate, {
              ...RATE,
              accepts: '0 to 24',
            }),
            'Hours of a day beyond which an hour is overtime',
            10,
          ),
          'premium?': about(
            within(within(number, { minimum: 0 }), {
              accepts: '0 to 100 with at most 6 decimals',
              default: DEFAULT_PREMIUM,
            }),
            'Share of the regular rate that is paid in addition to it',
            0.5,
          ),
        }),
      ),
      'How hours beyond a limit are paid; null: as any others',
    ),
    'workweekStartsOn?': about(
      within(oneOf(...WEEKDAYS), { default: DEFAULT_TERMS.workweekStartsOn }),
      'The first day of a workweek',
    ),
    'fixedBonus?': about(
      within(oneOf(...FIXED_BONUS), { default: DEFAULT_TERMS.fixedBonus }),
      'How the workers of a session share its `fixed` bonus; the policy without a group decides',
    ),
    'tiers?': about(
      orNull(
        listOf(
          object({
            unit: about(
              within(text, { accepts: '1 to 50 characters' }),
              'Unit of the sessions that are counted',
              'box',
            ),
            per: about(
              oneOf(...TIER_PER),
              'Time in which a worker’s units are counted: a local day or a pay run',
            ),
            from: about(
              within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
              'Number of units above which a unit earns the premium',
              60,
            ),
            premium: about(
              within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
              'Paid for each unit above, in addition to its price and to lower tiers',
              0.1,
            ),
          }),
        ),
      ),
      'Premiums above a number of units',
    ),
    'status?': status,
  }),
  // Of one selector, where an example of each member would have all three.
  'payRates?': within(payRates, {
    examples: [[{ validFrom: '2026-01-31', position: 'driver', hourlyRate: 25, status: 'active' }]],
  }),
  'projectWages?': listBy(
    ['validFrom', 'project', 'group'],
    'What replaces rates and minimum wages in a project',
    {
      validFrom: validFrom('First local day on which it applies'),
      project,
      'group?': about(
        within(textOrNull, { default: null }),
        'The group whose workers it is for; null: all',
        'h2a',
      ),
      'hourlyRate?': about(within(rate, RATE), 'In place of the policy’s; null: the policy’s', 19),
      'minimumWage?': minimumWage('In place of the policy’s; null: the policy’s'),
      'nonproductiveRate?': about(within(rate, RATE), 'In place of the policy’s; null: the policy’s', 17),
      'status?': status,
    },
  ),
};
