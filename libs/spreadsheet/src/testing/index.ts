export { withExternalEntity, withMillionRows, workbookOf, type SheetToWrite } from './workbook-of.ts';
