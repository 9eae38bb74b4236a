export { readWorkbook } from './read-workbook.ts';
export { type SheetRow } from './sheet-rows.ts';
