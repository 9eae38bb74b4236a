// A page of A4 in points, from its upper left corner.
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 42;
const INNER = WIDTH - 2 * MARGIN;
const ROW = 14;
const TEXT = 9;
const SMALL = 8;
const INK = '#1b1f23';
const MUTED = '#5b6570';
const RULE = '#c9ced4';

/** The columns of the table: position, width and alignment. */
const COLUMNS = [
  { x: 0, width: 72, align: 'left' },
  { x: 72, width: 192, align: 'left' },
  { x: 264, width: 68, align: 'right' },
  { x: 338, width: 42, align: 'left' },
  { x: 380, width: 62, align: 'right' },
  { x: 442, width: 69, align: 'right' },
] as const;

/** Draws one page from top to bottom. Text is not wrapped: text that is too long ends in an ellipsis. */
export class StatementPage {
  #y = MARGIN;

  constructor(private readonly document: PDFKit.PDFDocument) {}

  title(company: string, title: string, mark: string): void {
    this.#text(company, 0, INNER * 0.6, { size: TEXT, color: MUTED });
    this.#text(mark, INNER * 0.6, INNER * 0.4, {
      size: TEXT,
      color: '#b42318',
      font: 'bold',
      align: 'right',
    });
    this.#y += ROW;
    this.#text(title, 0, INNER, { size: 20, font: 'bold' });
    this.#y += 32;
  }

  facts(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#text(name, 0, 110, { color: MUTED });
      this.#text(value, 110, INNER - 110);
      this.#y += ROW;
    }
    this.#y += 8;
  }

  /** Figures side by side, four in a row. */
  boxes(figures: readonly (readonly [string, string])[]): void {
    const width = INNER / 4;
    figures.forEach(([name, value], index) => {
      if (index > 0 && index % 4 === 0) this.#y += 30;
      const x = (index % 4) * width;
      this.#text(name, x, width - 6, { size: SMALL, color: MUTED });
      this.#text(value, x, width - 6, { size: 11, font: 'bold', down: 11 });
    });
    this.#y += 38;
  }

  /** The maximum number of rows of a table including its heading, so that its sum and these sections fit below it. */
  rowsAbove(...sections: readonly (readonly string[])[]): number {
    const below = sections.reduce((sum, { length }) => sum + (length === 0 ? 0 : sectionHeight(length)), 0);
    const sumAndRemark = 34 + ROW;
    return Math.floor((HEIGHT - MARGIN - below - sumAndRemark - this.#y) / ROW);
  }

  table(headings: readonly string[], rows: readonly (readonly string[])[]): void {
    this.#row(headings, { size: SMALL, color: MUTED });
    this.#rule();
    for (const row of rows) this.#row(row);
    this.#rule();
  }

  remark(text: string): void {
    this.#text(text, 0, INNER, { size: SMALL, color: MUTED, down: 2 });
    this.#y += ROW;
  }

  sum(name: string, value: string): void {
    this.#text(name, 0, INNER / 2, { size: 13, font: 'bold', down: 6 });
    this.#text(value, INNER / 2, INNER / 2, { size: 13, font: 'bold', align: 'right', down: 6 });
    this.#y += 34;
  }

  section(heading: string, lines: readonly string[]): void {
    this.#text(heading, 0, INNER, { font: 'bold' });
    this.#y += ROW;
    for (const line of lines) {
      this.#text(line, 0, INNER, { size: SMALL });
      this.#y += ROW - 2;
    }
    this.#y += 8;
  }

  #row(cells: readonly string[], style: Style = {}): void {
    COLUMNS.forEach(({ x, width, align }, index) => {
      this.#text(cells[index] ?? '', x, width, { down: 2, ...style, align });
    });
    this.#y += ROW;
  }

  #rule(): void {
    this.document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + INNER, this.#y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  }

  #text(text: string, x: number, width: number, style: Style = {}): void {
    const { size = TEXT, color = INK, font = 'regular', align = 'left', down = 0 } = style;
    if (text === '') return;
    this.document.font(font).fontSize(size).fillColor(color);
    const options = { width, align, height: size * 1.2, lineBreak: true, ellipsis: true } as const;
    this.document.text(text.replace(/\s+/g, ' '), MARGIN + x, this.#y + down, options);
  }
}

interface Style {
  readonly size?: number;
  readonly color?: string;
  readonly font?: 'regular' | 'bold';
  readonly align?: 'left' | 'right';
  readonly down?: number;
}

const sectionHeight = (lines: number): number => ROW + lines * (ROW - 2) + 8;
