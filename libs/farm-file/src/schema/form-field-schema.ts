import {
  DEFAULT_TEXT_LENGTH,
  FIELD_TYPES,
  MAX_CONDITION_LENGTH,
  MEDIA_PER_FIELD,
} from '@furrow/forms/domain';
import { about, count, flag, orNull, text as anyText, within } from '@furrow/kernel/schema';
import { listBy, numberOrNull, oneOf, text, textOrNull, texts } from './members.ts';

const hint = within(orNull(anyText), { maxLength: 500, accepts: '1 to 500 characters on one line' });
const optionLabels = within(texts, { accepts: 'a text of 1 to 200 characters for each option' });

export const FORM_FIELD = {
  name: about(
    within(text, { accepts: 'a letter, then at most 63 letters, digits, `_` and `-`' }),
    'Name of the field in values and media',
  ),
  label: about(
    within(anyText, {
      minLength: 1,
      maxLength: 1_000,
      accepts: 'text of 1 to 200 characters, of a `note` 1,000',
    }),
    'Label that people read',
  ),
  type: about(oneOf(...FIELD_TYPES), 'Type of its value'),
  'required?': about(within(orNull(flag), { default: false }), 'Whether a record must contain it'),
  'hint?': about(hint, 'What helps to answer, below the label'),
  'options?': about(
    within(texts, { accepts: 'list of 1 to 500 different texts of 1 to 200 characters' }),
    'Options of a `select` or `multiselect`; required for these types, not allowed for others',
  ),
  'optionLabels?': about(optionLabels, 'What people read in place of each option, in the same order'),
  'min?': about(
    numberOrNull,
    'Minimum of a `number`, of a pest’s or disease’s `value`, of the length of a `text` or `barcode`, of the count in a ' +
      '`multiselect`, `photo` or `audio`',
  ),
  'max?': about(
    numberOrNull,
    `Maximum of the same; by default ${DEFAULT_TEXT_LENGTH} characters of a text, and ` +
      `${MEDIA_PER_FIELD.photo} photos or recordings of a field`,
  ),
  'decimals?': about(
    within(orNull(count), { accepts: 'whole number from 0 to 6' }),
    'Decimals that a `number` may have; 0: a whole number',
  ),
  'eppoCode?': about(
    within(textOrNull, { accepts: '4 to 8 capital letters and digits' }),
    'EPPO code of the pest or disease',
  ),
  'threshold?': about(
    within(numberOrNull, { accepts: 'number of at least 0' }),
    'The mean `value` from which action is needed',
  ),
  'relevant?': about(
    within(orNull(anyText), {
      maxLength: MAX_CONDITION_LENGTH,
      accepts: `condition of at most ${MAX_CONDITION_LENGTH} characters`,
    }),
    'The condition under which the field is asked, on the values of fields before it',
  ),
  'constraint?': about(
    within(orNull(anyText), {
      maxLength: MAX_CONDITION_LENGTH,
      accepts: `condition of at most ${MAX_CONDITION_LENGTH} characters`,
    }),
    'The condition that a value must fulfil; `.` is the value; not for media',
  ),
  'constraintMessage?': about(
    within(orNull(anyText), { maxLength: 500, accepts: '1 to 500 characters on one line' }),
    'What is answered to a value that breaks the constraint',
  ),
  'translations?': listBy('language', 'In other languages', {
    language: about(within(text, { accepts: 'tag of a language, such as `es` or `pt-BR`' }), 'The language'),
    'label?': about(orNull(anyText), 'Label in this language'),
    'hint?': about(hint, 'Hint in this language'),
    'constraintMessage?': about(orNull(anyText), 'What is answered in this language'),
    'optionLabels?': about(optionLabels, 'Options in this language, in the same order'),
  }),
};
