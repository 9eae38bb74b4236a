import { workbookOf } from '@furrow/spreadsheet/testing';
import { repeated, type Shape } from './shape.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET = 'xl/worksheets/sheet1.xml';
/** Of what is inside; packed it is a thousandth of that. */
const SIZES = [100_000, 5_000_000, 100_000_000] as const;

const survey = (rows: readonly (readonly string[])[] = []) => [
  { name: 'survey', rows: [['type', 'name', 'label'], ...rows] },
];
const sheet = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
const inside = (xml: string) => workbookOf(survey(), { [SHEET]: xml });

/** Workbooks that are small as they are sent and large inside. */
const BODIES: Readonly<Record<string, (size: number) => Uint8Array>> = {
  'empty rows': (size) => inside(sheet(repeated('<row/>', size))),
  'empty cells': (size) => inside(sheet(`<row>${repeated('<c/>', size)}</row>`)),
  'one text': (size) => inside(sheet(`<row><c t="str"><v>${'a'.repeat(size)}</v></c></row>`)),
  'one tag': (size) => inside(`<${'a'.repeat(size)}/>`),
  'one attribute': (size) => inside(`<a b="${'a'.repeat(size)}"/>`),
  attributes: (size) => inside(`<a ${Array.from({ length: size / 12 }, (_, i) => `b${i}=""`).join(' ')}/>`),
  namespaces: (size) =>
    inside(`<a ${Array.from({ length: size / 20 }, (_, i) => `xmlns:b${i}="u"`).join(' ')}/>`),
  'nested elements': (size) => inside(repeated('<a>', size)),
  comments: (size) => inside(`${repeated('<!-- -->', size)}<a/>`),
  entities: (size) => inside(`<!DOCTYPE a [${repeated('<!ENTITY b "c">', size)}]><a>&b;</a>`),
  'character references': (size) =>
    inside(sheet(`<row><c t="str"><v>${repeated('&#65;', size)}</v></c></row>`)),
  'zeros in a part that is not read': (size) =>
    workbookOf(survey(), { 'xl/media/image1.png': new Uint8Array(size) }),
  'shared texts': (size) =>
    workbookOf(survey(), {
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${repeated('<si><t>a</t></si>', size)}</sst>`,
    }),
  questions: (size) =>
    workbookOf(survey(Array.from({ length: size / 100 }, () => ['calculate', 'a', '${b}']))),
};

export function workbookShapes(): Shape[] {
  return Object.entries(BODIES).map(([name, body]): Shape => ({
    name: `a workbook with ${name}`,
    sizes: SIZES,
    at: (size) => ({ headers: [['content-type', XLSX]], body: body(size) }),
  }));
}
