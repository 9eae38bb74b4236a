import type { FoundProblems } from './problem.ts';
import type { ReadSheet, SheetRow } from './sheet.ts';
import { refuseColumns, UNSUPPORTED_IN_CHOICES } from './unsupported-columns.ts';
import type { Languages, Wording } from './wording.ts';

/** One choice of a list: its value, and what people read. */
export interface Choice {
  readonly name: string;
  readonly label: Wording;
}

/** The lists of the sheet `choices` by their names. */
export function choicesOf(
  sheet: ReadSheet | undefined,
  languages: Languages,
  problems: FoundProblems,
): ReadonlyMap<string, readonly Choice[]> {
  const lists = new Map<string, Map<string, Choice>>();
  for (const row of sheet?.rows ?? []) {
    if (problems.isFull) break;
    const refuse = (column: string, reason: string) =>
      problems.add({ sheet: row.sheet, row: row.number, column: row.written(column), reason });
    const [list, name] = [row.text('list_name'), row.text('name')];
    if (list === '' && name === '') continue;
    if (list === '') refuse('list_name', 'is empty');
    if (name === '') refuse('name', 'is empty');
    const choices = lists.get(list) ?? new Map<string, Choice>();
    if (choices.has(name)) refuse('name', `names "${name}" of the list "${list}" twice`);
    refuseColumns(row, UNSUPPORTED_IN_CHOICES, problems);
    choices.set(name, choiceOf(row, name, languages));
    lists.set(list, choices);
  }
  return new Map([...lists].map(([list, choices]) => [list, [...choices.values()]]));
}

function choiceOf(row: SheetRow, name: string, languages: Languages): Choice {
  const label = languages.wordingOf(row, 'label');
  return { name, label: { ...label, own: label.own ?? name } };
}
