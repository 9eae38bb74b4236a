import { describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import { columnIndex, columnLetters } from './cells/column.ts';
import { dateText, isDateFormat } from './cells/date-formats.ts';
import { readWorkbook } from './read-workbook.ts';
import { MAX_CELLS, MAX_ROWS } from './sheet-rows.ts';
import { workbookOf } from './testing/index.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET = 'xl/worksheets/sheet1.xml';
const sheetXml = (data: string) => `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`;

/** In milliseconds of this process, which do not depend on what else the machine does. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** What a file is refused with, its processor time, and the longest that everything else had to wait. */
async function refusal(bytes: Buffer): Promise<{ message: string; spentMs: number; blockedMs: number }> {
  const start = processorTime();
  let [last, blockedMs, isOver] = [start, 0, false];
  const look = () => {
    const now = processorTime();
    blockedMs = Math.max(blockedMs, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const message = await readWorkbook(bytes).then(
    () => 'was read',
    (error: unknown) => (error as Error).message,
  );
  isOver = true;
  look();
  return { message, spentMs: processorTime() - start, blockedMs };
}

describe('a workbook', () => {
  it('is read as a person reads it: rows by their numbers, dates as dates, texts of all kinds', async () => {
    const bytes = workbookOf(
      [
        {
          name: 'survey',
          rows: [['type', null, ' label '], [], [7, true, new Date('2026-01-31T08:30:00Z')]],
        },
        { name: 'notes', rows: [] },
      ],
      {
        'xl/worksheets/sheet2.xml': sheetXml(
          '<row><c t="s"><v>0</v></c><c t="str"><f>A1</f><v>made</v></c><c t="e"><v>#REF!</v></c><c><v>5.0</v></c></row>',
        ),
        'xl/sharedStrings.xml':
          `<x:sst xmlns:x="${MAIN}"><x:si><x:r><x:t>cher</x:t></x:r><x:r><x:t xml:space="preserve">ry </x:t></x:r>` +
          '<x:rPh sb="0" eb="1"><x:t>not this</x:t></x:rPh><x:t>_x0031_</x:t></x:si></x:sst>',
      },
    );
    expect(await readWorkbook(bytes)).toEqual([
      {
        name: 'survey',
        rows: [
          { number: 1, cells: ['type', '', 'label'] },
          { number: 3, cells: ['7', 'TRUE', '2026-01-31T08:30:00'] },
        ],
      },
      { name: 'notes', rows: [{ number: 1, cells: ['cherry 1', 'made', '#REF!', '5'] }] },
    ]);
    expect(await readWorkbook(bytes, (name) => name === 'notes')).toHaveLength(1);
  });

  it('of another program is read the same', async () => {
    const rows = [
      ['first_name', 'hire_date'],
      ['Ana María', new Date('2026-03-15T00:00:00Z')],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'Workers', rows }] });
    expect(await readWorkbook(Buffer.from(bytes))).toEqual([
      {
        name: 'Workers',
        rows: [
          { number: 1, cells: ['first_name', 'hire_date'] },
          { number: 2, cells: ['Ana María', '2026-03-15'] },
        ],
      },
    ]);
  });

  const empty = workbookOf([{ name: 'S', rows: [] }]);
  it.each<[string, Buffer, string]>([
    ['is text', Buffer.from('first_name,last_name'), 'The workbook is no .xlsx file.'],
    ['is empty', Buffer.alloc(0), 'The workbook is no .xlsx file.'],
    ['is another archive', workbookOf([], { '_rels/.rels': '<a/>' }), 'The workbook is no .xlsx file.'],
    [
      'has a password',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'The workbook is an old .xls file or has a password: save it as .xlsx without a password.',
    ],
    [
      'ends early',
      empty.subarray(0, empty.length - 30),
      'The workbook is damaged: open it in a spreadsheet program and save it again.',
    ],
    [
      'is no XML inside',
      workbookOf([{ name: 'S', rows: [] }], { [SHEET]: '<a><b></a>' }),
      'The workbook is damaged: open it in a spreadsheet program and save it again.',
    ],
    [
      'has an external entity',
      workbookOf([{ name: 'S', rows: [] }], {
        [SHEET]: `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetXml('<row><c t="str"><v>&e;</v></c></row>')}`,
      }),
      'The workbook contains a document type definition, which no spreadsheet program writes.',
    ],
    [
      'has a million empty rows',
      workbookOf([{ name: 'S', rows: [] }], { [SHEET]: sheetXml('<row/>'.repeat(1_000_000)) }),
      `The sheet "S" has more than ${MAX_ROWS.toLocaleString('en')} rows, empty ones included: delete those below the last one.`,
    ],
    [
      'has too many cells',
      workbookOf([{ name: 'S', rows: [] }], {
        [SHEET]: sheetXml(`<row>${'<c/>'.repeat(MAX_CELLS + 1)}</row>`),
      }),
      'The sheet "S" has more than 200,000 cells.',
    ],
    [
      'has a cell far to the right',
      workbookOf([{ name: 'S', rows: [] }], {
        [SHEET]: sheetXml('<row r="7"><c r="XFD7"><v>1</v></c></row>'),
      }),
      'The sheet "S", XFD7 is beyond column SF, the last one that is read.',
    ],
    [
      'unpacks to far more than it has',
      workbookOf([{ name: 'S', rows: [] }], { 'xl/sharedStrings.xml': new Uint8Array(64 * 1_048_576) }),
      'The workbook has more than 20 MB when it is unpacked.',
    ],
    [
      'has one endless text',
      workbookOf([{ name: 'S', rows: [] }], {
        'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>${'a'.repeat(15 * 1_048_576)}</t></si></sst>`,
      }),
      'The workbook contains a text that is longer than a cell may be.',
    ],
  ])('that %s is refused within a second, without holding up others', async (_, bytes, expected) => {
    const { message, spentMs, blockedMs } = await refusal(bytes);
    expect(message).toBe(expected);
    expect(spentMs).toBeLessThan(1_000);
    expect(blockedMs).toBeLessThan(250);
  });

  it('that says it unpacks to less than it does is refused', async () => {
    const bytes = workbookOf([{ name: 'S', rows: [] }], { [SHEET]: ' '.repeat(1_000_000) });
    const claimed = Buffer.alloc(4);
    claimed.writeUInt32LE(1_000_000);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(10);
    const lying = Buffer.from(
      bytes.toString('latin1').replaceAll(claimed.toString('latin1'), small.toString('latin1')),
      'latin1',
    );
    expect((await refusal(lying)).message).toContain('is damaged');
  });
});

describe('cells', () => {
  it('are named by letters', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
    expect(['A1', 'Z9', 'AA10', 'XFD1', '1', 'a1'].map(columnIndex)).toEqual([
      0,
      25,
      26,
      16_383,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [45_000.5, false, '2023-03-15T12:00:00'],
    [0.354_166_666_7, false, '08:30:00'],
    [0, true, '1904-01-01'],
    [43_538, true, '2023-03-15'],
    [-1, false, undefined],
    [2_958_466, false, undefined],
  ])('%d as a date (since 1904: %s) is %s', (serial, isFrom1904, text) => {
    expect(dateText(serial, isFrom1904)).toBe(text);
  });

  it.each<[number, string | undefined, boolean]>([
    [14, undefined, true],
    [2, undefined, false],
    [164, 'dd/mm/yyyy;@', true],
    [164, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', true],
    [164, 'hh:mm:ss.000', true],
    [164, '0.00" days"', false],
    [164, '#,##0 [$€-407]', false],
    [164, 'General', false],
  ])('format %d %s is one of dates: %s', (id, code, expected) => {
    expect(isDateFormat(id, code)).toBe(expected);
  });
});
