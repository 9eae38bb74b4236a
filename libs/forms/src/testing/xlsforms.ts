import { type XlsForm, type XlsFormProblem, xlsFormOf, XlsFormUnsupported } from '../domain/xlsform/index.ts';

type Rows = readonly (readonly string[])[];

export const sheets = (of: Readonly<Record<string, Rows>>) =>
  Object.entries(of).map(([name, rows]) => ({
    name,
    rows: rows.map((cells, index) => ({ number: index + 1, cells })),
  }));
/** The form that these sheets become. @throws XlsFormUnsupported */
export const read = (of: Readonly<Record<string, Rows>>): XlsForm => xlsFormOf(sheets(of));
export const QUESTIONS = ['type', 'name', 'label'];

/** Each problem as `sheet row column: reason`. */
export function problems(of: Readonly<Record<string, Rows>>): string[] {
  try {
    read(of);
    return [];
  } catch (error) {
    if (!(error instanceof XlsFormUnsupported)) throw error;
    return (error.facts['problems'] as XlsFormProblem[]).map(
      ({ sheet, row, column, reason }) => `${sheet} ${row} ${column}: ${reason}`,
    );
  }
}
