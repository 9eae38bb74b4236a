import { Readable } from 'node:stream';
import { ValidationFailed } from '@furrow/kernel';
import { readWorkbook, type SheetRow } from '@furrow/spreadsheet';
import { parse } from 'csv-parse';

/** The members of a worker that a list may have a column for. */
export const LIST_MEMBERS = [
  ...(['first_name', 'last_name', 'hire_date', 'position', 'employment_type', 'status'] as const),
  ...(['document_id', 'phone', 'email'] as const),
] as const;
export type ListMember = (typeof LIST_MEMBERS)[number];

/** Words in headings, without accents and signs, of English and Spanish lists. The first that fits decides. */
const HEADINGS: readonly (readonly [ListMember, RegExp])[] = [
  ['last_name', /^(last|family|sur) ?name|^apellido|^surname/],
  ['first_name', /^(first|given) ?name|^nombre|^name$/],
  ['hire_date', /^(hire|hired|start|entry)|^(fecha|ingreso|contratacion|inicio)/],
  ['employment_type', /^(employment|contract)|^(contrato|tipo de (contrato|empleo)|vinculo)/],
  ['position', /^(position|job|role)|^(cargo|puesto|labor|funcion)/],
  ['status', /^(status|state)|^(estado|situacion)/],
  ['document_id', /^(document|id|passport|national)|^(documento|rut|dni|cedula|pasaporte|curp|nif)/],
  ['phone', /^(phone|mobile|tel|cell)|^(telefono|movil|celular|fono)/],
  ['email', /^(e ?mail|mail|correo)/],
];

export const MAX_LISTED = 5_000;
const MAX_COLUMNS = 100;
/** A quote that nobody closes would make a row of the whole file. */
const MAX_ROW_CHARACTERS = 100_000;
const SLICE = 64 * 1_024;

export interface WorkerList {
  readonly columns: readonly { readonly heading: string; readonly member: ListMember | null }[];
  readonly rows: readonly SheetRow[];
  /** Of a text file. */
  readonly encoding: 'utf-8' | 'windows-1252' | null;
}

/**
 * Reads the first sheet of a workbook, or a text whose cells are separated by commas, semicolons or tabs, in UTF-8 or
 * Windows-1252. The first row with content has the headings.
 * @throws ValidationFailed | UnreadableWorkbook
 */
export async function readWorkerList(bytes: Buffer): Promise<WorkerList> {
  if (bytes.length === 0) throw wrong('is empty');
  const { rows, encoding } = isWorkbook(bytes) ? await workbookRows(bytes) : await textRows(bytes);
  const [head, ...rest] = rows;
  if (head === undefined) throw wrong('has no rows');
  if (rest.length > MAX_LISTED) throw wrong(`has more than ${MAX_LISTED} rows`);
  if (rows.some(({ cells }) => cells.length > MAX_COLUMNS))
    throw wrong(`has more than ${MAX_COLUMNS} columns`);
  return { columns: columnsOf(head.cells), rows: rest, encoding };
}

const wrong = (problem: string) => ValidationFailed.of('file', problem);

/** A ZIP archive, or the older format, which `readWorkbook` refuses in words. */
const isWorkbook = (bytes: Buffer) => ['504b0304', 'd0cf11e0'].includes(bytes.toString('hex', 0, 4));

async function workbookRows(bytes: Buffer): Promise<Pick<WorkerList, 'rows' | 'encoding'>> {
  const sheets = await readWorkbook(bytes);
  return { rows: sheets.find(({ rows }) => rows.length > 0)?.rows ?? [], encoding: null };
}

async function textRows(bytes: Buffer): Promise<Pick<WorkerList, 'rows' | 'encoding'>> {
  if (bytes.includes(0))
    throw wrong('is neither a workbook (.xlsx) nor text separated by commas, semicolons or tabs');
  const { text, encoding } = decoded(bytes);
  const slices = Array.from({ length: Math.ceil(text.length / SLICE) }, (_, at) =>
    text.slice(at * SLICE, (at + 1) * SLICE),
  );
  const parser = Readable.from(slices).pipe(
    parse({
      delimiter: delimiterOf(text),
      relax_column_count: true,
      trim: true,
      info: true,
      to: MAX_LISTED + 2,
      max_record_size: MAX_ROW_CHARACTERS,
    }),
  );
  const rows: SheetRow[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>)
      if (record.some((cell) => cell !== '')) rows.push({ number: info.lines, cells: record });
  } catch (error) {
    throw wrong(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { rows, encoding };
}

function decoded(bytes: Buffer): { text: string; encoding: 'utf-8' | 'windows-1252' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** The separator that the first line has most often. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Each member is of one column at most. */
function columnsOf(headings: readonly string[]): WorkerList['columns'] {
  const taken = new Set<ListMember>();
  return headings.map((heading) => {
    const plain = heading
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
    const member = HEADINGS.find(([name, words]) => !taken.has(name) && words.test(plain))?.[0] ?? null;
    if (member !== null) taken.add(member);
    return { heading, member };
  });
}
