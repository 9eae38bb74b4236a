import { columnIndex, columnLetters } from './cells/column.ts';
import { dateText } from './cells/date-formats.ts';
import { RichText } from './cells/rich-text.ts';
import { UnreadableWorkbook } from './unreadable-workbook.ts';
import type { WorkbookIndex } from './workbook-index.ts';
import type { Element, XmlHandler } from './xml-part.ts';

/** Of a sheet, empty ones included: programs write a row of which only the height was changed. */
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 500;
/** Of a sheet. */
export const MAX_CELLS = 200_000;

/** A row with content. */
export interface SheetRow {
  /** From 1, as programs show it. */
  readonly number: number;
  /** From column A, without surrounding white space; empty where there is nothing. */
  readonly cells: readonly string[];
}

/** Collects the rows of a sheet while its XML is parsed. */
export class SheetRows implements XmlHandler {
  readonly rows: SheetRow[] = [];
  #rowCount = 0;
  #cellCount = 0;
  #row = 0;
  #cells: string[] = [];
  #column = -1;
  #type = 'n';
  #isDate = false;
  #value = '';
  #inside: 'value' | 'text' | undefined;
  readonly #inline = new RichText();
  #isEnd = false;

  constructor(
    private readonly sheet: string,
    private readonly index: WorkbookIndex,
  ) {}

  open(element: Element): void {
    switch (element.name) {
      case 'row':
        this.#openRow(element);
        break;
      case 'c':
        this.#openCell(element);
        break;
      case 'v':
        this.#inside = 'value';
        break;
      case 'is':
        this.#inside = 'text';
        break;
      default:
        if (this.#inside === 'text') this.#inline.open(element.name);
    }
  }

  text(text: string): void {
    if (this.#inside === 'value') this.#value += text;
    else if (this.#inside === 'text') this.#inline.add(text);
  }

  close(name: string): void {
    if (name === 'v' || name === 'is') this.#inside = undefined;
    else if (this.#inside === 'text') this.#inline.close(name);
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'sheetData') this.#isEnd = true;
  }

  /** Whatever follows the rows is about how the sheet looks. */
  isDone(): boolean {
    return this.#isEnd;
  }

  #openRow(element: Element): void {
    this.#rowCount += 1;
    if (this.#rowCount > MAX_ROWS)
      throw new UnreadableWorkbook(
        `has more than ${MAX_ROWS.toLocaleString('en')} rows, empty ones included: delete those below the last one`,
        { sheet: this.sheet },
      );
    this.#row = wholeNumber(element.attribute('r')) ?? this.#row + 1;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(element: Element): void {
    this.#cellCount += 1;
    if (this.#cellCount > MAX_CELLS)
      throw new UnreadableWorkbook(`has more than ${MAX_CELLS.toLocaleString('en')} cells`, {
        sheet: this.sheet,
      });
    const reference = element.attribute('r');
    this.#column = (reference === undefined ? undefined : columnIndex(reference)) ?? this.#column + 1;
    this.#type = element.attribute('t') ?? 'n';
    this.#isDate = this.index.isDate[wholeNumber(element.attribute('s')) ?? 0] ?? false;
    this.#value = '';
    this.#inline.clear();
  }

  #closeCell(): void {
    const text = this.#textOfCell().trim();
    if (text === '') return;
    if (this.#column >= MAX_COLUMNS)
      throw new UnreadableWorkbook(
        `is beyond column ${columnLetters(MAX_COLUMNS - 1)}, the last one that is read`,
        {
          ...{ sheet: this.sheet, row: this.#row, column: columnLetters(this.#column) },
        },
      );
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #textOfCell(): string {
    switch (this.#type) {
      case 's':
        return this.index.texts[wholeNumber(this.#value) ?? -1] ?? '';
      case 'inlineStr':
        return this.#inline.whole;
      case 'b':
        return this.#value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return this.#numberText();
      default:
        return this.#value;
    }
  }

  /** A number as JavaScript writes it, so that `5.0` is `5`. */
  #numberText(): string {
    const number = Number(this.#value);
    if (this.#value.trim() === '' || !Number.isFinite(number)) return this.#value;
    return (this.#isDate ? dateText(number, this.index.isFrom1904) : undefined) ?? String(number);
  }

  #closeRow(): void {
    if (this.#cells.length > 0) this.rows.push({ number: this.#row, cells: this.#cells });
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/u.test(text.trim()) ? Number(text) : undefined;
}
