import { conditionProblem } from '../conditions/check.ts';
import { type FieldDeclaration, type FormField, fieldOf, MAX_FIELDS, MAX_OPTIONS } from '../field.ts';
import type { Choice } from './choices.ts';
import type { FoundProblems } from './problem.ts';
import { type QuestionType, questionTypeOf } from './question-type.ts';
import type { SheetRow } from './sheet.ts';
import { refuseColumns, UNSUPPORTED_IN_SURVEY } from './unsupported-columns.ts';
import { type Languages, translationsOf, type Wording } from './wording.ts';

const YES = /^(?:yes|true|true\(\))$/iu;
const NO = /^(?:|no|false|false\(\))$/iu;

/** A field and the row that asks for it. */
export interface Question {
  readonly field: FormField;
  readonly row: SheetRow;
}

interface Block {
  readonly of: 'group' | 'repeat';
  readonly row: SheetRow;
  /** Of the group and those around it. */
  readonly relevant: string | undefined;
}

/** Reads the rows of the sheet `survey` one after the other. */
export class Survey {
  readonly questions: Question[] = [];
  readonly #before = new Map<string, FormField>();
  readonly #blocks: Block[] = [];

  constructor(
    private readonly lists: ReadonlyMap<string, readonly Choice[]>,
    private readonly languages: Languages,
    private readonly problems: FoundProblems,
  ) {}

  read(rows: Iterable<SheetRow>): void {
    for (const row of rows) {
      if (this.problems.isFull) return;
      if (YES.test(row.text('disabled')) || row.filled.length === 0) continue;
      if (this.questions.length === MAX_FIELDS) {
        this.#refuse(row, 'type', `is beyond the ${MAX_FIELDS} fields that a form may have`);
        return;
      }
      this.#readRow(row);
    }
    for (const { row, of } of this.#blocks) this.#refuse(row, 'type', `begins a ${of} that does not end`);
  }

  #readRow(row: SheetRow): void {
    const text = row.text('type');
    if (text === '') {
      this.#refuse(row, 'type', 'is empty');
      return;
    }
    const type = questionTypeOf(text, row.text('appearance'));
    switch (type.kind) {
      case 'begin':
        this.#begin(row, type.of);
        break;
      case 'end':
        this.#end(row, type.of);
        break;
      case 'field':
        this.#ask(row, type);
        break;
      case 'unsupported':
        this.#refuse(row, 'type', type.reason);
    }
  }

  #begin(row: SheetRow, of: 'group' | 'repeat'): void {
    if (of === 'repeat') this.#refuse(row, 'type', 'repeats a group; forms ask each field once');
    refuseColumns(row, UNSUPPORTED_IN_SURVEY, this.problems);
    const relevant = this.#relevantOf(row);
    const label = this.languages.wordingOf(row, 'label');
    if (of === 'group' && label.own !== undefined) this.#add(row, { type: 'note' }, relevant, undefined);
    this.#blocks.push({ of, row, relevant });
  }

  #end(row: SheetRow, of: 'group' | 'repeat'): void {
    const block = this.#blocks.pop();
    if (block?.of !== of) this.#refuse(row, 'type', `ends a ${of} that does not begin`);
  }

  #ask(row: SheetRow, { is, list }: Extract<QuestionType, { kind: 'field' }>): void {
    refuseColumns(row, UNSUPPORTED_IN_SURVEY, this.problems);
    if (!NO.test(row.text('read_only'))) this.#refuse(row, 'read_only', 'asks for nothing: use a note');
    const choices = list === undefined ? undefined : this.lists.get(list);
    if (list !== undefined && choices === undefined)
      this.#refuse(row, 'type', `names the list "${list}", which the sheet choices does not have`);
    else if (choices !== undefined && choices.length > MAX_OPTIONS)
      this.#refuse(row, 'type', `names a list of more than ${MAX_OPTIONS} choices`);
    else this.#add(row, is, this.#relevantOf(row), choices);
  }

  #add(
    row: SheetRow,
    is: Pick<FieldDeclaration, 'type' | 'decimals'>,
    relevant: string | undefined,
    choices: readonly Choice[] | undefined,
  ): void {
    const [label, hint, constraintMessage] = ['label', 'hint', 'constraint_message'].map((column) =>
      this.languages.wordingOf(row, column),
    ) as [Wording, Wording, Wording];
    const name = row.text('name');
    const constraint = expressionOf(row.text('constraint'));
    const options = choices?.map((choice) => choice.name);
    const labels = choices?.map((choice) => choice.label.own ?? choice.name);
    const field = fieldOf({
      ...{ ...is, name, label: label.own ?? name, hint: hint.own, relevant },
      required: is.type !== 'note' && this.#isRequired(row),
      ...{ constraint, constraintMessage: constraint === undefined ? undefined : constraintMessage.own },
      ...{
        options,
        optionLabels: labels?.some((text, index) => text !== options?.[index]) ? labels : undefined,
      },
      translations: translationsOf({ label, hint, constraintMessage }, choices),
    });
    this.questions.push({ field, row });
    this.#before.set(name, field);
  }

  #isRequired(row: SheetRow): boolean {
    const text = row.text('required');
    if (!YES.test(text) && !NO.test(text))
      this.#refuse(row, 'required', 'depends on an expression; a field is required or not');
    return YES.test(text);
  }

  /** The row's own condition and that of the groups around it; its own only where it is right. */
  #relevantOf(row: SheetRow): string | undefined {
    const around = this.#blocks.at(-1)?.relevant;
    const own = expressionOf(row.text('relevant'));
    if (own === undefined) return around;
    const problem = conditionProblem(own, this.#before);
    if (problem !== undefined) {
      this.#refuse(row, 'relevant', problem);
      return around;
    }
    return around === undefined ? own : `(${around}) and (${own})`;
  }

  #refuse(row: SheetRow, column: string, reason: string): void {
    this.problems.add({ sheet: row.sheet, row: row.number, column: row.written(column), reason });
  }
}

/** Spreadsheet programs turn quotes into typographic ones. */
function expressionOf(text: string): string | undefined {
  return text === '' ? undefined : text.replaceAll(/[‘’]/gu, "'").replaceAll(/[“”]/gu, '"');
}
