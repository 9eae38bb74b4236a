import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CsvFile, type CsvLine } from './csv-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer): Promise<CsvLine[]> {
  const path = join(folder, 'file.csv');
  await writeFile(path, content);
  const lines: CsvLine[] = [];
  for await (const line of (await CsvFile.at(path)).lines()) lines.push(line);
  return lines;
}
const cells = async (content: string | Buffer) =>
  (await read(content)).map((line) => ('cells' in line ? line.cells : line.problem));

describe('a CSV file', () => {
  const expected = [
    ['day', 'sector'],
    ['2019-05-07', 'N, 1'],
  ];
  it.each([
    ['commas', 'day,sector\n2019-05-07,"N, 1"\n'],
    ['semicolons, carriage returns and a mark', '\uFEFFday;sector\r\n2019-05-07;N, 1\r\n'],
    ['tabs', 'day\tsector\n2019-05-07\tN, 1'],
    ['Excel’s first line', 'sep=;\r\nday;sector\r\n2019-05-07;N, 1\r\n'],
    ['blanks around cells and empty lines', '\n day , sector \n\n2019-05-07 , "N, 1"\n,,\n  \n'],
  ])('with %s', async (_, content) => {
    expect(await cells(content)).toEqual(expected);
  });

  it('may be UTF-16, as Excel’s "Unicode text"', async () => {
    expect(await cells(Buffer.from('\uFEFFday\tsector\r\n2019-05-07\tÑ', 'utf16le'))).toEqual([
      ['day', 'sector'],
      ['2019-05-07', 'Ñ'],
    ]);
  });

  it('counts lines as an editor does', async () => {
    const lines = await read('day,sector\n\n1,a\n2,"b\nc"\n\n3,d\n4,e"f\n5,g\n');
    expect(lines).toEqual([
      { line: 1, cells: ['day', 'sector'] },
      { line: 3, cells: ['1', 'a'] },
      { line: 5, cells: ['2', 'b\nc'] },
      { line: 7, cells: ['3', 'd'] },
      { line: 8, problem: expect.stringContaining('is not valid CSV') },
      { line: 9, cells: ['5', 'g'] },
    ]);
  });

  it('that is not UTF-8, or never closes a quote, is refused', async () => {
    await expect(cells(Buffer.from('day,sector\n1,\xd1uble\n', 'latin1'))).rejects.toThrow(
      'not UTF-8 (line 2)',
    );
    await expect(cells(`day,sector\n1,"a\n${'2,b\n'.repeat(30_000)}`)).rejects.toThrow('never closed');
    await expect(cells('day,sector\n1,"a\n2,b\n')).rejects.toThrow('never closed');
    await expect(CsvFile.at(join(folder, 'nowhere.csv'))).rejects.toThrow('cannot be read');
  });
});
