export { isXlsFormSheet, type XlsForm, xlsFormOf } from './convert.ts';
export { type XlsFormProblem, XlsFormUnsupported } from './problem.ts';
export type { WorkbookSheet } from './sheet.ts';
