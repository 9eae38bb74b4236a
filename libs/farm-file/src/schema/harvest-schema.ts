import { about, listOf, number, object, orNull, within } from '@furrow/kernel/schema';
import { key, listBy, RATE, status, text, textOrNull, validFrom } from './members.ts';

const MEASURE = { accepts: '0 to 1,000,000 with at most 6 decimals', default: null };
const measure = (description: string, example: number) =>
  about(within(orNull(within(number, { minimum: 0 })), MEASURE), description, example);

const named = (description: string, example: string) =>
  about(within(textOrNull, { default: null }), description, example);

/** The sections of a farm file that say how a harvest is counted, and what it is worth. */
export const HARVEST_SECTIONS = {
  'containers?': listBy('key', 'What units are picked into', {
    key: key('crate', 'Identifies it in this file and in records; immutable'),
    name: about(text, 'Display name', 'Crate'),
    unit: about(within(text, { accepts: '1 to 50 characters' }), 'What it holds, as sessions count it', 'kg'),
    'units?': measure('Of a full one; null: it differs, and records state units or a weight', 35),
    'tare?': measure('Weight of an empty one; null: 0', 2.1),
    'min?': measure('The least that one holds', 10),
    'max?': measure('The most that one holds', 40),
    'status?': status,
  }),
  // Two prices that differ in nothing but the amount are told by production, which names both.
  'prices?': about(
    orNull(
      listOf(
        object({
          validFrom: validFrom('First local day of the sessions for which it holds'),
          unit: about(
            within(text, { accepts: '1 to 50 characters' }),
            'Unit of the sessions for which it holds',
            'kg',
          ),
          price: about(
            within(within(number, { minimum: 0 }), { accepts: RATE.accepts }),
            'Price of one unit',
            0.46,
          ),
          'project?': named('Key of a project; null: all, as in the members below', 'north'),
          'crop?': named('The crop of the sector', 'Cherry'),
          'variety?': named('The variety of the crop', 'Lapins'),
          'quality?': named('Key of a quality', 'export'),
          'container?': named('Key of a container', 'crate'),
          'status?': status,
        }),
      ),
    ),
    'What a unit is worth, by what it is, from a day on',
  ),
};
