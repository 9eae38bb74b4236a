import { FIELD_TYPES } from '@furrow/forms/domain';
import * as s from './schema.ts';

const optionLabels = s.about(
  s.listOf(s.about(s.text, 'A label', 'Leaf')),
  'What people read in place of each option, in the same order',
);
const translation = s.named('FieldTranslation', 'The texts of a field in another language.', {
  language: s.about(s.text, 'Its tag', 'es'),
  'label?': s.about(s.text, 'The label', 'Polilla de la vid'),
  'hint?': s.about(s.text, 'The hint', 'En tres trampas'),
  'constraintMessage?': s.about(s.text, 'What a refusal says', 'Revise la trampa'),
  'optionLabels?': optionLabels,
});

export const FIELD = s.named('FormField', 'One field of a form.', {
  name: s.about(s.text, 'Its name in `values` and `media`', 'moth'),
  label: s.about(s.text, 'Its label for people', 'Grapevine moth'),
  type: s.about(s.oneOf(...FIELD_TYPES), 'The type of its value; a note has none'),
  'hint?': s.about(s.text, 'What helps to answer', 'In three traps'),
  required: s.about(s.flag, 'Whether a record must have it'),
  'options?': s.about(s.listOf(s.about(s.text, 'A value', 'leaf')), 'For a select or multiselect'),
  'optionLabels?': optionLabels,
  'min?': s.about(
    s.number,
    'The minimum of a number, of a text’s length, or of the number of selections or files',
    0,
  ),
  'max?': s.about(s.number, 'The maximum of the same', 100),
  'decimals?': s.about(s.within(s.count, { maximum: 6 }), 'The decimals that a number may have', 0),
  'eppoCode?': s.about(s.text, 'For a pest or disease: its EPPO code', 'POLYBO'),
  'threshold?': s.about(s.number, 'For a pest or disease: the mean value from which treatment is due', 5),
  'relevant?': s.about(
    s.text,
    'The condition on fields before it under which it is asked; where it does not hold, a record must not have the field',
    "${trap} != ''",
  ),
  'constraint?': s.about(s.text, 'The condition that its value must fulfil; `.` is the value', '. <= 500'),
  'constraintMessage?': s.about(
    s.text,
    'What a refusal says of a value that does not',
    'Check the trap again',
  ),
  'translations?': s.about(s.listOf(translation), 'In other languages'),
});
