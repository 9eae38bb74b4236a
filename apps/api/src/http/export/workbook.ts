import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { StreamedAnswer } from '../streamed-answer.ts';
import type { Cell } from './csv.ts';
import { XLSX } from './xlsx.ts';

/** In characters. */
const LEAST_WIDTH = 12;

export interface WorkbookColumn {
  readonly heading: string;
  /** In characters; wide enough for the heading by default. */
  readonly width?: number | undefined;
  /** Cells are calendar dates, `YYYY-MM-DD`, and are written as dates. */
  readonly isDate?: boolean;
  readonly isMoney?: boolean;
}

export interface WorkbookSheet {
  readonly name: string;
  readonly filename: string;
  readonly columns: readonly WorkbookColumn[];
}

/**
 * Answers a workbook with one sheet, written while its rows are read: dates are dates, and numbers are numbers.
 * @param batches of rows; other work of the process has its turn between them
 */
export async function writeWorkbook(
  response: Response,
  { name, filename, columns }: WorkbookSheet,
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): Promise<void> {
  const { writeXlsxStream } = await import('hucre/xlsx'); // loaded on first use
  const rows = async function* () {
    for await (const batch of batches) {
      for (const row of batch) yield row.map((cell, index) => (columns[index]?.isDate ? dateOf(cell) : cell));
      await setImmediate();
    }
  };
  const workbook = writeXlsxStream(rows(), {
    name,
    columns: columns.map(({ heading, width, isDate, isMoney }) => ({
      ...{ header: heading, width: width ?? Math.max(LEAST_WIDTH, heading.length + 2) },
      ...(isDate && { numFmt: 'yyyy-mm-dd' }),
      ...(isMoney && { numFmt: '#,##0.00' }),
    })),
    freezePane: { rows: 1 },
  });
  const answer = new StreamedAnswer(response, { type: XLSX, head: '', between: '', filename });
  for await (const bytes of workbook) await answer.writeBytes(bytes);
  answer.end('');
}

const dateOf = (cell: Cell): Cell | Date => (typeof cell === 'string' ? new Date(`${cell}T00:00:00Z`) : cell);
