import { about, listOf, number, object, orNull, within } from '@furrow/kernel/schema';
import { key, listBy, project, RATE, status, text, textOrNull, validFrom } from './members.ts';

const MEASURE = { accepts: '0 to 1,000,000 with at most 6 decimals', default: null };
const measure = (description: string) =>
  about(within(orNull(within(number, { minimum: 0 })), MEASURE), description);

const named = (description: string) => about(within(textOrNull, { default: null }), description);

/** The sections of a farm file that say how a harvest is counted, and what it is worth. */
export const HARVEST_SECTIONS = {
  'containers?': listBy('key', {
    key: about(key, 'Identifies it in this file and in records; immutable'),
    name: about(text, 'Display name'),
    unit: about(within(text, { accepts: '1 to 50 characters' }), 'What it holds, as sessions count it'),
    'units?': measure('Of a full one; null: it differs, and records state units or a weight'),
    'tare?': measure('Weight of an empty one; null: 0'),
    'min?': measure('The least that one holds'),
    'max?': measure('The most that one holds'),
    'status?': status,
  }),
  // Two prices that differ in nothing but the amount are told by production, which names both.
  'prices?': orNull(
    listOf(
      object({
        validFrom: validFrom('First local day of the sessions for which it holds'),
        unit: about(
          within(text, { accepts: '1 to 50 characters' }),
          'Unit of the sessions for which it holds',
        ),
        price: about(within(within(number, { minimum: 0 }), { accepts: RATE.accepts }), 'Price of one unit'),
        'project?': named(`${project}; null: all, as in the members below`),
        'crop?': named('The crop of the sector'),
        'variety?': named('The variety of the crop'),
        'quality?': named('Key of a quality'),
        'container?': named('Key of a container'),
        'status?': status,
      }),
    ),
  ),
};
