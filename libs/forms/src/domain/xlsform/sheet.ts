/** A sheet of a workbook as its reader gives it. */
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
}

/** A heading, such as `label::Español (es)`. */
export interface Heading {
  /** As it is written in the sheet. */
  readonly written: string;
  /** In the words of XLSForm's reference, in lower case: `label`, `constraint_message`, `media::image`. */
  readonly name: string;
  /** As it is written; undefined: the form's own. */
  readonly language: string | undefined;
}

/** Other names that pyxform accepts for a column. */
const ALIASES = new Map([
  ['relevance', 'relevant'],
  ['bind::relevant', 'relevant'],
  ['bind::constraint', 'constraint'],
  ['bind::jr::constraintmsg', 'constraint_message'],
  ['constraint_msg', 'constraint_message'],
  ['constraining_message', 'constraint_message'],
  ['jr::constraintmsg', 'constraint_message'],
  ['requiredmsg', 'required_message'],
  ['count', 'repeat_count'],
  ['jr::count', 'repeat_count'],
  ['bind::required', 'required'],
  ['bind::jr::requiredmsg', 'required_message'],
  ['bind::readonly', 'read_only'],
  ['readonly', 'read_only'],
  ['bind::calculate', 'calculation'],
  ['calculate', 'calculation'],
  ['body::appearance', 'appearance'],
  ['caption', 'label'],
  ['command', 'type'],
  ['tag', 'name'],
  ['value', 'name'],
  ['list', 'list_name'],
  ['title', 'form_title'],
  ['set_form_title', 'form_title'],
  ['id_string', 'form_id'],
  ['set_form_id', 'form_id'],
  ['image', 'media::image'],
  ['audio', 'media::audio'],
  ['video', 'media::video'],
]);
/** Columns with names of two or three parts; in the others a second part is a language. */
const PREFIXES: ReadonlyMap<string, number> = new Map([
  ['bind', 3],
  ['body', 2],
  ['control', 2],
  ['jr', 2],
  ['instance', 2],
  ['media', 2],
]);

export function headingOf(written: string): Heading {
  const parts = written.split(/::?/u).map((part) => part.trim());
  const first = (parts[0] ?? '').toLowerCase().replaceAll(/\s+/gu, '_');
  const length = PREFIXES.get(first) ?? 1;
  const name = [first, ...parts.slice(1, length).map((part) => part.toLowerCase())].join('::');
  return { written, name: ALIASES.get(name) ?? name, language: parts[length] };
}

/** What stands in a column of a row, in one line. */
export interface Cell {
  readonly heading: Heading;
  readonly text: string;
}

/** A row by the headings of its sheet. */
export class SheetRow {
  /** The cells with content. */
  readonly filled: readonly Cell[];

  constructor(
    readonly sheet: string,
    readonly number: number,
    private readonly headings: readonly Heading[],
    cells: readonly string[],
  ) {
    const filled: Cell[] = [];
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index];
      // Nearly all are empty where a cell stands far to the right.
      if (cell === undefined || cell === '') continue;
      const heading = headings[index];
      const text = oneLine(cell);
      if (heading !== undefined && text !== '') filled.push({ heading, text });
    }
    this.filled = filled;
  }

  /** What stands in a column, empty where nothing does. */
  text(name: string): string {
    return this.cellsOf(name).find(({ heading }) => heading.language === undefined)?.text ?? '';
  }

  /** The cells in the columns of this name, one of each language. */
  cellsOf(name: string): readonly Cell[] {
    return this.filled.filter(({ heading }) => heading.name === name);
  }

  /** The heading of a column as it is written in the sheet. */
  written(name: string): string {
    return this.headings.find((heading) => heading.name === name)?.written ?? name;
  }
}

/** The rows below the headings, each read when it is needed. */
export interface ReadSheet {
  readonly headings: readonly Heading[];
  readonly rows: Iterable<SheetRow>;
}

export function sheetOf(sheets: readonly WorkbookSheet[], name: string): ReadSheet | undefined {
  const found = sheets.find((sheet) => sheet.name.trim().toLowerCase() === name);
  const [first, ...rows] = found?.rows ?? [];
  if (found === undefined || first === undefined) return undefined;
  const headings = first.cells.map(headingOf);
  return { headings, rows: rowsOf(found.name, headings, rows) };
}

function* rowsOf(
  sheet: string,
  headings: readonly Heading[],
  rows: WorkbookSheet['rows'],
): Generator<SheetRow> {
  for (const { number, cells } of rows) yield new SheetRow(sheet, number, headings, cells);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
