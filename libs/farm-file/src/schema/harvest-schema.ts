import { about, number, orNull, within } from '@furrow/kernel/schema';
import { key, listBy, status, text } from './members.ts';

const MEASURE = { accepts: '0 to 1,000,000 with at most 6 decimals', default: null };
const measure = (description: string) =>
  about(within(orNull(within(number, { minimum: 0 })), MEASURE), description);

/** The sections of a farm file that say how a harvest is counted. */
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
};
