import {
  type WorkbookSheet,
  type XlsForm,
  type XlsFormProblem,
  xlsFormOf,
  XlsFormUnsupported,
} from '../domain/index.ts';

type Rows = readonly (readonly string[])[];
type Sheets = Readonly<Record<string, Rows>>;

/** The sheets of a workbook, by their names. */
export const sheets = (of: Sheets): WorkbookSheet[] =>
  Object.entries(of).map(([name, rows]) => ({
    name,
    rows: rows.map((cells, index) => ({ number: index + 1, cells })),
  }));

export const xlsFormIn = (of: Sheets): XlsForm => xlsFormOf(sheets(of));

/** Each problem as `sheet row column: reason`. */
export function problemsIn(of: Sheets): string[] {
  try {
    xlsFormIn(of);
    return [];
  } catch (error) {
    if (!(error instanceof XlsFormUnsupported)) throw error;
    return (error.facts['problems'] as XlsFormProblem[]).map(
      ({ sheet, row, column, reason }) => `${sheet} ${row} ${column}: ${reason}`,
    );
  }
}
