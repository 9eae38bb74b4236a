import { DomainError } from '@furrow/kernel';

/** Where in a workbook, as far as it is known. */
export interface Place {
  readonly sheet?: string;
  /** From 1, as programs show it. */
  readonly row?: number;
  /** Its letters. */
  readonly column?: string;
}

export class UnreadableWorkbook extends DomainError {
  override readonly code = 'workbook_unreadable';

  /** @param problem in words that follow what it is about, such as `has more than 10,000 rows` */
  constructor(problem: string, { sheet, row, column }: Place = {}) {
    const cell = row === undefined ? '' : `, ${column === undefined ? 'row ' : column}${row}`;
    super(sheet === undefined ? `The workbook ${problem}.` : `The sheet "${sheet}"${cell} ${problem}.`, {
      ...(sheet !== undefined && { sheet }),
      ...(row !== undefined && { row }),
      ...(column !== undefined && { column }),
    });
  }
}
