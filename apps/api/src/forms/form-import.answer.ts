import type { ImportedForm } from '@furrow/farm-file';
import { FORM_TYPES, ROLES } from '@furrow/forms/domain';
import { FARM_CHANGE } from '../openapi/farm-change.ts';
import * as s from '../openapi/schema.ts';
import { FIELD } from '../openapi/form-field.ts';

const form = s.named('ImportedForm', 'A form of the farm file after an import.', {
  formId: s.about(
    s.orNull(s.idOf('form')),
    'Its id in records; null for a new form in a dry run',
    s.EXAMPLE_IDS.form,
  ),
  key: s.about(s.text, 'Its key in the farm file', 'scout'),
  name: s.about(s.text, 'Its name', 'Scouting'),
  type: s.about(s.oneOf(...FORM_TYPES), 'A task form is filled in for a task'),
  subtype: s.about(s.orNull(s.text), 'What it is about', 'pests'),
  version: s.about(
    s.within(s.count, { minimum: 1 }),
    'Increases when something changes that a phone shows',
    3,
  ),
  status: s.about(s.oneOf('active', 'inactive'), 'Inactive: out of use'),
  access: s.object({
    roles: s.about(s.listOf(s.oneOf(...ROLES)), 'The roles that see it, besides admins'),
    users: s.about(s.listOf(s.about(s.text, 'An idpId', 'auth0|ana')), 'Other users who see it'),
  }),
  fields: s.about(s.listOf(FIELD), 'In the order of the form'),
});

export const IMPORTED_FORM = s.success(form, {
  changes: s.about(s.listOf(FARM_CHANGE), 'Of the form, before and after, in the words of the farm file'),
});

export function importedFormAnswer({ formId, form: members, formVersion, changes }: ImportedForm): {
  form: s.Value<typeof form>;
  changes: ImportedForm['changes'];
} {
  const { access, ...stated } = members as unknown as Omit<
    s.Value<typeof form>,
    'formId' | 'version' | 'access'
  > & {
    // A farm file states an access without roles and users as null.
    access: s.Value<typeof form>['access'] | null;
  };
  return {
    form: { ...stated, formId, version: formVersion, access: access ?? { roles: [], users: [] } },
    changes,
  };
}
