import { isDateFormat } from './cells/date-formats.ts';
import { RichText } from './cells/rich-text.ts';
import { UnreadableWorkbook } from './unreadable-workbook.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { parseXml } from './xml-part.ts';

const MAX_SHEETS = 200;
const MAX_SHARED_TEXTS = 200_000;
const MAX_FORMATS = 65_000;

/** What the cells of all sheets refer to. */
export interface WorkbookIndex {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly texts: readonly string[];
  /** By the style of a cell. */
  readonly isDate: readonly boolean[];
  readonly isFrom1904: boolean;
}

/** @throws UnreadableWorkbook */
export async function indexOf(parts: WorkbookParts): Promise<WorkbookIndex> {
  const root = await relationsOf(parts, '', '_rels/.rels');
  const workbook = root.find(({ type }) => type === 'officeDocument')?.path;
  if (workbook === undefined || !parts.has(workbook)) throw new UnreadableWorkbook('is no .xlsx file');
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const relations = await relationsOf(parts, folder, `${folder}_rels/${workbook.slice(folder.length)}.rels`);
  const texts = relations.find(({ type }) => type === 'sharedStrings')?.path;
  const styles = relations.find(({ type }) => type === 'styles')?.path;
  const byId = new Map(relations.map(({ id, path }) => [id, path]));
  return {
    ...(await sheetsOf(parts, workbook, byId)),
    texts: texts !== undefined && parts.has(texts) ? await sharedTexts(parts, texts) : [],
    isDate: styles !== undefined && parts.has(styles) ? await dateStyles(parts, styles) : [],
  };
}

interface Relation {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  readonly path: string;
}

async function relationsOf(parts: WorkbookParts, folder: string, path: string): Promise<Relation[]> {
  if (!parts.has(path)) throw new UnreadableWorkbook('is no .xlsx file');
  const found: Relation[] = [];
  await parseXml(parts.read(path), {
    open: (element) => {
      if (element.name !== 'Relationship' || element.attribute('TargetMode') === 'External') return;
      const type = element.attribute('Type') ?? '';
      found.push({
        id: element.attribute('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolved(folder, element.attribute('Target') ?? ''),
      });
    },
  });
  return found;
}

/** A path within the workbook; one that leads nowhere is not found. */
function resolved(folder: string, target: string): string {
  const from = target.startsWith('/') ? target : `/${folder}${target}`;
  return new URL(from, 'file:///').pathname.slice(1);
}

async function sheetsOf(parts: WorkbookParts, path: string, targets: ReadonlyMap<string, string>) {
  const sheets: { name: string; path: string }[] = [];
  let isFrom1904 = false;
  await parseXml(parts.read(path), {
    open: (element) => {
      if (element.name === 'workbookPr')
        isFrom1904 = /^(?:1|true)$/u.test(element.attribute('date1904') ?? '');
      if (element.name !== 'sheet') return;
      if (sheets.length === MAX_SHEETS) throw new UnreadableWorkbook(`has more than ${MAX_SHEETS} sheets`);
      const target = targets.get(element.attribute('r:id') ?? element.attribute('id') ?? '');
      if (target !== undefined) sheets.push({ name: element.attribute('name') ?? '', path: target });
    },
  });
  return { sheets, isFrom1904 };
}

async function sharedTexts(parts: WorkbookParts, path: string): Promise<string[]> {
  const texts: string[] = [];
  const text = new RichText();
  await parseXml(parts.read(path), {
    open: ({ name }) => {
      if (name === 'si') text.clear();
      else text.open(name);
    },
    text: (part) => text.add(part),
    close: (name) => {
      text.close(name);
      if (name !== 'si') return;
      if (texts.length === MAX_SHARED_TEXTS)
        throw new UnreadableWorkbook(
          `has more than ${MAX_SHARED_TEXTS.toLocaleString('en')} different texts`,
        );
      texts.push(text.whole);
    },
  });
  return texts;
}

async function dateStyles(parts: WorkbookParts, path: string): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  await parseXml(parts.read(path), {
    open: (element) => {
      const id = Number(element.attribute('numFmtId'));
      if (codes.size + styles.length > MAX_FORMATS)
        throw new UnreadableWorkbook(`has more than ${MAX_FORMATS.toLocaleString('en')} formats of cells`);
      if (element.name === 'numFmt') codes.set(id, element.attribute('formatCode') ?? '');
      if (element.name === 'cellXfs') isOfCells = true;
      if (isOfCells && element.name === 'xf') styles.push(isDateFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}
