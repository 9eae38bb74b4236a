import type { FoundProblems } from './problem.ts';
import type { SheetRow } from './sheet.ts';

const MEDIA = 'shows a picture, a sound or a film, which forms do not have';

/** Columns of XLSForm that change what is asked, told or kept, and why a form cannot do so. */
export const UNSUPPORTED_IN_SURVEY: ReadonlyMap<string, string> = new Map([
  ['calculation', 'calculates a value; forms keep what people fill in'],
  ['default', 'gives a value before anybody answers; forms begin empty'],
  ['dynamic_default', 'gives a value before anybody answers; forms begin empty'],
  ['choice_filter', 'filters the choices by another answer; forms offer all of them'],
  ['repeat_count', 'repeats a group; forms ask each field once'],
  ['trigger', 'calculates when another answer changes; forms keep what people fill in'],
  ['parameters', 'has parameters, which fields do not have'],
  ['guidance_hint', 'is a second hint; a field has one'],
  ['required_message', 'is a message of its own for a missing answer; forms say which field is required'],
  ['save_to', 'saves into an entity, which forms do not have'],
  ['intent', 'opens another app'],
  ['media::image', MEDIA],
  ['media::big-image', MEDIA],
  ['media::audio', MEDIA],
  ['media::video', MEDIA],
]);
export const UNSUPPORTED_IN_CHOICES: ReadonlyMap<string, string> = new Map([
  ['media::image', MEDIA],
  ['media::big-image', MEDIA],
  ['media::audio', MEDIA],
  ['media::video', MEDIA],
]);
export const UNSUPPORTED_IN_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['public_key', 'encrypts what is sent; Furrow keeps it readable'],
  ['submission_url', 'sends records to another place'],
  ['instance_name', 'names each record by an expression'],
  ['allow_choice_duplicates', 'allows one choice twice in a list'],
  ['namespaces', 'adds members of another program'],
]);
const GENERAL = 'adds a member of XForms, which forms do not have';

/** Adds a problem for each cell with content in a column that has no counterpart. */
export function refuseColumns(
  row: SheetRow,
  columns: ReadonlyMap<string, string>,
  problems: FoundProblems,
): void {
  for (const { heading } of row.filled) {
    const isGeneral = /^(?:bind|body|control|instance|jr)::/u.test(heading.name);
    const reason = columns.get(heading.name) ?? (isGeneral ? GENERAL : undefined);
    if (reason !== undefined)
      problems.add({ sheet: row.sheet, row: row.number, column: heading.written, reason });
  }
}
