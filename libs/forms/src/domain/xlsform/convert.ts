import { keyProblem } from '@furrow/kernel';
import type { FormField } from '../field.ts';
import { fieldProblems } from '../field-problems.ts';
import { choicesOf } from './choices.ts';
import { FoundProblems, XlsFormUnsupported } from './problem.ts';
import { type ReadSheet, sheetOf, type SheetRow, type WorkbookSheet } from './sheet.ts';
import { type Question, Survey } from './survey.ts';
import { refuseColumns, UNSUPPORTED_IN_SETTINGS } from './unsupported-columns.ts';
import { isLine } from '../wording.ts';
import { Languages } from './wording.ts';

const MAX_NAME = 200;

/** The sheets that have a meaning in XLSForm; a workbook may have others. */
export const XLSFORM_SHEETS = ['survey', 'choices', 'settings'] as const;
const UNSUPPORTED_SHEETS: ReadonlyMap<string, string> = new Map([
  ['external_choices', 'keeps choices in a file of their own: put them into the sheet choices'],
  ['entities', 'saves entities, which forms do not have'],
  ['osm', 'is about OpenStreetMap, which forms do not ask for'],
]);

/** What a workbook says of a form. */
export interface XlsForm {
  /** `form_id` of the settings; null where they lack it. */
  readonly key: string | null;
  /** `form_title` of the settings; null where they lack it. */
  readonly name: string | null;
  readonly fields: readonly FormField[];
}

export const isXlsFormSheet = (name: string): boolean => {
  const lower = name.trim().toLowerCase();
  return (XLSFORM_SHEETS as readonly string[]).includes(lower) || UNSUPPORTED_SHEETS.has(lower);
};

/**
 * The form that the sheets of an XLSForm describe (https://xlsform.org/en/ref-table/).
 * @throws XlsFormUnsupported with every place that has no counterpart in a form
 */
export function xlsFormOf(sheets: readonly WorkbookSheet[]): XlsForm {
  const problems = new FoundProblems();
  refuseSheets(sheets, problems);
  const survey = sheetOf(sheets, 'survey');
  if (survey === undefined)
    throw new XlsFormUnsupported([
      { sheet: 'survey', row: 1, column: 'type', reason: 'is missing: an XLSForm asks its questions there' },
    ]);
  const choices = sheetOf(sheets, 'choices');
  refuseMissing('survey', survey, ['type', 'name'], problems);
  if (choices !== undefined) refuseMissing('choices', choices, ['list_name', 'name'], problems);
  const [settings] = sheetOf(sheets, 'settings')?.rows ?? [];
  if (settings !== undefined) refuseSettings(settings, problems);
  const named = [
    { name: 'survey', headings: survey.headings },
    { name: 'choices', headings: choices?.headings ?? [] },
  ];
  const languages = new Languages(named, settings?.text('default_language') ?? '', problems);
  const questions = new Survey(choicesOf(choices, languages, problems), languages, problems);
  questions.read(survey.rows);
  refuseFields(questions.questions, problems);
  if (problems.all.length > 0) throw new XlsFormUnsupported(problems.all);
  return {
    key: settings?.text('form_id') || null,
    name: settings?.text('form_title') || null,
    fields: questions.questions.map(({ field }) => field),
  };
}

function refuseSheets(sheets: readonly WorkbookSheet[], problems: FoundProblems): void {
  for (const { name, rows } of sheets) {
    const reason = UNSUPPORTED_SHEETS.get(name.trim().toLowerCase());
    const first = rows[1];
    if (reason !== undefined && first !== undefined)
      problems.add({ sheet: name, row: first.number, column: rows[0]?.cells[0] ?? '', reason });
  }
}

function refuseSettings(settings: SheetRow, problems: FoundProblems): void {
  refuseColumns(settings, UNSUPPORTED_IN_SETTINGS, problems);
  const [key, name] = [settings.text('form_id'), settings.text('form_title')];
  const wrongKey = key === '' ? undefined : keyProblem(key);
  const refuse = (column: string, reason: string) =>
    problems.add({ sheet: settings.sheet, row: settings.number, column: settings.written(column), reason });
  if (wrongKey !== undefined) refuse('form_id', wrongKey);
  if (name !== '' && !isLine(name, MAX_NAME)) refuse('form_title', `must have 1 to ${MAX_NAME} characters`);
}

function refuseMissing(
  sheet: string,
  { headings }: ReadSheet,
  columns: readonly string[],
  problems: FoundProblems,
): void {
  for (const column of columns)
    if (!headings.some(({ name }) => name === column))
      problems.add({ sheet, row: 1, column, reason: 'is missing' });
}

/** The column that a member of a field comes from. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{ name: 'name', label: 'label', hint: 'hint', relevant: 'relevant', constraint: 'constraint' },
  constraintMessage: 'constraint_message',
};

/** What the fields of a form may not be, at the places that they come from. */
function refuseFields(questions: readonly Question[], problems: FoundProblems): void {
  for (const { field: path, message } of fieldProblems(questions.map(({ field }) => field))) {
    const { index = '0', member = 'type' } =
      /^fields\[(?<index>\d+)\]\.(?<member>.+)$/u.exec(path)?.groups ?? {};
    const row = questions[Number(index)]?.row;
    if (row === undefined) continue;
    const column = COLUMNS[member.slice(member.lastIndexOf('.') + 1)] ?? 'type';
    problems.add({ sheet: row.sheet, row: row.number, column: row.written(column), reason: message });
  }
}
