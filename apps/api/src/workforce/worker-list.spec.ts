import { describe, expect, it } from '@jest/globals';
import { readWorkerList } from './worker-list.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') => readWorkerList(Buffer.from(text, encoding));

describe('a list of workers', () => {
  it.each([',', ';', '\t'])('may be separated by %j', async (separator) => {
    const line = (...cells: string[]) => cells.join(separator);
    const list = await read(`${line('First name', 'Surname', 'Shoe')}\n${line('Ana', '"López"', '38')}\n\n`);
    expect(list).toEqual({
      columns: [
        { heading: 'First name', member: 'first_name' },
        { heading: 'Surname', member: 'last_name' },
        { heading: 'Shoe', member: null },
      ],
      rows: [{ number: 2, cells: ['Ana', 'López', '38'] }],
      encoding: 'utf-8',
    });
  });

  it('guesses Spanish headings, each member once', async () => {
    const { columns } = await read(
      'Apellidos;Nombres;RUT;Fecha de ingreso;Cargo;Teléfono;Correo;Nombre del jefe\nx',
    );
    expect(columns.map(({ member }) => member)).toEqual([
      ...['last_name', 'first_name', 'document_id', 'hire_date', 'position', 'phone', 'email', null],
    ]);
  });

  it('in Windows-1252 is read as such, and in UTF-8 with a byte order mark without it', async () => {
    expect(await read('Nombre,Apellido\nJosé,Ñúñez', 'latin1')).toMatchObject({
      ...{ encoding: 'windows-1252', rows: [{ cells: ['José', 'Ñúñez'] }] },
    });
    const marked = await read('\uFEFFNombre,Apellido\nJosé,Ñúñez');
    expect(marked).toMatchObject({ encoding: 'utf-8', columns: [{ heading: 'Nombre' }, {}] });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['blank lines', Buffer.from('\n\n'), 'has no rows'],
    ['quotes alone', Buffer.from('"'.repeat(4_000_000)), 'cannot be read: Max Record Size'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 1]), 'is neither a workbook'],
    ['an open quote', Buffer.from('a,b\n"x'), 'cannot be read'],
    ['too many rows', Buffer.from('a\n'.repeat(6_000)), 'has more than 5000 rows'],
    ['too many columns', Buffer.from(','.repeat(200)), 'has no rows'],
    ['too many cells in a row', Buffer.from(`a\n${'b,'.repeat(200)}`), 'has more than 100 columns'],
  ])('of %s is refused', async (_, bytes, message) => {
    await expect(readWorkerList(bytes)).rejects.toMatchObject({
      details: [{ field: 'file', message: expect.stringContaining(message) }],
    });
  });
});
