import type { FormField } from '../../../api/types.ts';

/** A field with the texts of a language; what it lacks is in the form's own. */
export function inLanguage(field: FormField, language: string): FormField {
  const translation = field.translations?.find((each) => each.language === language);
  return translation ? { ...field, ...translation } : field;
}
