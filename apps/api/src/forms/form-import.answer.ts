import type { ImportedForm } from '@furrow/farm-file';
import { FORM_TYPES, ROLES } from '@furrow/forms/domain';
import { FARM_CHANGE } from '../openapi/farm-change.ts';
import {
  about,
  count,
  EXAMPLE_IDS,
  idOf,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';
import { FIELD } from './form.answer.ts';

const form = named('ImportedForm', 'A form of the farm file after an import.', {
  formId: about(
    orNull(idOf('form')),
    'Its id in records; null for a new form in a dry run',
    EXAMPLE_IDS.form,
  ),
  key: about(text, 'Its key in the farm file', 'scout'),
  name: about(text, 'Its name', 'Scouting'),
  type: about(oneOf(...FORM_TYPES), 'A task form is filled in for a task'),
  subtype: about(orNull(text), 'What it is about', 'pests'),
  version: about(within(count, { minimum: 1 }), 'Increases when something changes that a phone shows', 3),
  status: about(oneOf('active', 'inactive'), 'Inactive: out of use'),
  access: object({
    roles: about(listOf(oneOf(...ROLES)), 'The roles that see it, besides admins'),
    users: about(listOf(about(text, 'An idpId', 'auth0|ana')), 'Other users who see it'),
  }),
  fields: about(listOf(FIELD), 'In the order of the form'),
});

export const IMPORTED_FORM = success(form, {
  changes: about(listOf(FARM_CHANGE), 'Of the form, before and after, in the words of the farm file'),
});

export function importedFormAnswer({ formId, form: members, formVersion, changes }: ImportedForm): {
  form: Value<typeof form>;
  changes: ImportedForm['changes'];
} {
  const { access, ...stated } = members as unknown as Omit<
    Value<typeof form>,
    'formId' | 'version' | 'access'
  > & {
    // A farm file states an access without roles and users as null.
    access: Value<typeof form>['access'] | null;
  };
  return {
    form: { ...stated, formId, version: formVersion, access: access ?? { roles: [], users: [] } },
    changes,
  };
}
