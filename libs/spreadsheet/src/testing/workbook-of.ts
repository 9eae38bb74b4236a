import { zipSync } from 'fflate';
import { columnLetters } from '../cells/column.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const FIRST_SHEET = 'xl/worksheets/sheet1.xml';

export interface SheetToWrite {
  readonly name: string;
  /** Cells by row; a Date is written as a number with the format of a date. */
  readonly rows: readonly (readonly (string | number | boolean | Date | null)[])[];
}

/**
 * A workbook as spreadsheet programs write it, with inline texts.
 * @param others parts that replace or are added, by their paths
 */
export function workbookOf(
  sheets: readonly SheetToWrite[],
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['rIdStyles', 'styles', 'styles.xml'],
      ['rIdTexts', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml':
      `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>` +
      sheets
        .map(
          ({ name }, index) =>
            `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
        )
        .join('') +
      '</sheets></workbook>',
    'xl/styles.xml': `<styleSheet xmlns="${NAMESPACE}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${NAMESPACE}"/>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetOf(rows)]),
    ),
    ...others,
  };
  const bytes = Object.entries(parts).map(([path, part]): [string, Uint8Array] => [
    path,
    typeof part === 'string' ? new TextEncoder().encode(part) : part,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

/** The first sheet with a million empty rows. */
export const withMillionRows = (name: string): Buffer =>
  workbookOf([{ name, rows: [] }], {
    [FIRST_SHEET]: `<worksheet xmlns="${NAMESPACE}"><sheetData>${'<row/>'.repeat(1_000_000)}</sheetData></worksheet>`,
  });

/** The first sheet with a cell that names a file of whoever reads it. */
export const withExternalEntity = (name: string): Buffer =>
  workbookOf([{ name, rows: [] }], {
    [FIRST_SHEET]:
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>' +
      `<worksheet xmlns="${NAMESPACE}"><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`,
  });

function relations(of: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = of.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}">${each.join('')}</Relationships>`;
}

function sheetOf(rows: SheetToWrite['rows']): string {
  const written = rows.map((cells, index) => {
    const row = cells.map((cell, column) => cellOf(`${columnLetters(column)}${index + 1}`, cell));
    return `<row r="${index + 1}">${row.join('')}</row>`;
  });
  return `<worksheet xmlns="${NAMESPACE}"><sheetData>${written.join('')}</sheetData></worksheet>`;
}

function cellOf(reference: string, cell: string | number | boolean | Date | null): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date)
    return `<c r="${reference}" s="1"><v>${cell.getTime() / 86_400_000 + 25_569}</v></c>`;
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
