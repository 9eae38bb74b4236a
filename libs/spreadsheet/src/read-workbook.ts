import { SheetRows, type SheetRow } from './sheet-rows.ts';
import { indexOf } from './workbook-index.ts';
import { WorkbookParts } from './workbook-parts.ts';
import { parseXml } from './xml-part.ts';

/** A sheet with the rows that have content. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

/**
 * The sheets of an `.xlsx` workbook, in its order.
 * @param bytes bounded by the caller, which has received them
 * @param isWanted by the name of a sheet; the rows of others are not read
 * @throws UnreadableWorkbook
 */
export async function readWorkbook(
  bytes: Buffer,
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly Sheet[]> {
  const parts = await WorkbookParts.of(bytes);
  const index = await indexOf(parts);
  const sheets: Sheet[] = [];
  for (const { name, path } of index.sheets) {
    if (!isWanted(name)) continue;
    const rows = new SheetRows(name, index);
    await parseXml(parts.read(path), rows);
    sheets.push({ name, rows: rows.rows });
  }
  return sheets;
}
