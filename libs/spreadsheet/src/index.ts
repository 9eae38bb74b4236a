export { columnLetters } from './cells/column.ts';
export { readWorkbook, type Sheet } from './read-workbook.ts';
export { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, type SheetRow } from './sheet-rows.ts';
export { type Place, UnreadableWorkbook } from './unreadable-workbook.ts';
