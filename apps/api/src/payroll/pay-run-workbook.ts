import type { PayFigures } from '@furrow/payroll';
import type { PayRun } from '@furrow/payroll/domain';
import type { Response } from 'express';
import { writeWorkbook } from '../http/export/workbook.ts';
import { payRunTable } from './pay-run-table.ts';

/** In characters. */
const ID_WIDTH = 38;
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ payRunId: ID_WIDTH, workerId: ID_WIDTH, sessionId: ID_WIDTH, shiftId: ID_WIDTH, corrects: ID_WIDTH },
  ...{ worker_id: 16, worker_name: 36, kind: 14, flags: 36 },
};
const DATES: ReadonlySet<string> = new Set(['from', 'to', 'day']);
const MONEY: ReadonlySet<string> = new Set(['amount', 'gross']);

/** The run as a workbook with one sheet, written while it is computed. */
export async function writePayRunWorkbook(
  response: Response,
  run: PayRun,
  { currency, flags, statements }: PayFigures,
  filename: string,
): Promise<void> {
  const table = payRunTable(run, { currency, flags });
  const columns = table.headings.map((heading) => ({
    ...{ heading, width: WIDTHS[heading], isDate: DATES.has(heading), isMoney: MONEY.has(heading) },
  }));
  const batches = async function* () {
    for await (const batch of statements) yield batch.flatMap(table.rows);
  };
  await writeWorkbook(response, { name: 'Pay', filename, columns }, batches());
}
