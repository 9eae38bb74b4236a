import { about, count, number, oneOf, orNull, text as anyText, within } from '@furrow/kernel/schema';
import { REST_METRICS, REST_RANGES } from '@furrow/safety/domain';
import { project } from './members.ts';

function numberOf(member: keyof typeof REST_RANGES, description: string, example: number) {
  const { min: minimum, max: maximum } = REST_RANGES[member];
  return about(within(member === 'above' ? number : count, { minimum, maximum }), description, example);
}

/** What a rest rule has besides its key and status. */
export const REST_RULE_MEMBERS = {
  project,
  metric: about(oneOf(...REST_METRICS), 'What is measured: air temperature or heat index'),
  above: numberOf('above', 'The rule is in force while the metric is above this, °C', 34.9),
  restMinutes: numberOf('restMinutes', 'Shortest break that counts', 10),
  everyMinutes: numberOf('everyMinutes', 'Minutes of work after which a rest is due', 120),
  'source?': about(
    within(orNull(anyText), { accepts: 'at most 300 characters', default: null }),
    'Where the rule is from, such as a clause of law',
    'Title 8, § 3395(e)(6)',
  ),
};
