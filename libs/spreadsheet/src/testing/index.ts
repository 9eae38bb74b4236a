export { workbookOf, type SheetToWrite } from './workbook-of.ts';
