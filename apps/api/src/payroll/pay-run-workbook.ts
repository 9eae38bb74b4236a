import { setImmediate } from 'node:timers/promises';
import type { PayFigures } from '@furrow/payroll';
import type { PayRun } from '@furrow/payroll/domain';
import type { Response } from 'express';
import type { Cell } from '../http/export/csv.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { payRunTable } from './pay-run-table.ts';
import { XLSX } from '../http/export/xlsx.ts';

/** In characters. */
const ID_WIDTH = 38;
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ payRunId: ID_WIDTH, workerId: ID_WIDTH, sessionId: ID_WIDTH, shiftId: ID_WIDTH, corrects: ID_WIDTH },
  ...{ worker_id: 16, worker_name: 36, kind: 14, flags: 36 },
};
const LEAST_WIDTH = 12;
const DATES: ReadonlySet<string> = new Set(['from', 'to', 'day']);
const MONEY: ReadonlySet<string> = new Set(['amount', 'gross']);

/** The run as a workbook with one sheet, written while it is computed: days are dates, and numbers are numbers. */
export async function writeWorkbook(
  response: Response,
  run: PayRun,
  { currency, flags, statements }: PayFigures,
  filename: string,
): Promise<void> {
  const { writeXlsxStream } = await import('hucre/xlsx'); // loaded on first use
  const table = payRunTable(run, { currency, flags });
  const columns = table.headings.map((header) => ({
    ...{ header, width: WIDTHS[header] ?? Math.max(LEAST_WIDTH, header.length + 2) },
    ...(DATES.has(header) && { numFmt: 'yyyy-mm-dd' }),
    ...(MONEY.has(header) && { numFmt: '#,##0.00' }),
  }));
  const cells = (row: readonly Cell[]) =>
    row.map((cell, index) => {
      const isDate = typeof cell === 'string' && DATES.has(table.headings[index] ?? '');
      return isDate ? new Date(`${cell}T00:00:00Z`) : cell;
    });
  const rows = async function* () {
    for await (const batch of statements) {
      for (const row of batch.flatMap(table.rows)) yield cells(row);
      await setImmediate();
    }
  };
  const answer = new StreamedAnswer(response, { type: XLSX, head: '', between: '', filename });
  const workbook = writeXlsxStream(rows(), { name: 'Pay', columns, freezePane: { rows: 1 } });
  for await (const bytes of workbook) await answer.writeBytes(bytes);
  answer.end('');
}
