import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProcessorTime } from '@furrow/http/testing';
import { withExternalEntity, withMillionRows, workbookOf } from '@furrow/spreadsheet/testing';
import { aFarm } from '@furrow/testbed/farms';
import { type Client, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const PATH = '/api/control/workers/read-list';
const CSV = { 'content-type': 'text/csv' };

let system: System;
let ana: Client;
let gus: Client;
beforeAll(async () => {
  system = await System.shared();
  const farm = await system.provision(aFarm('lists'));
  [ana, gus] = [farm.as('ana'), farm.as('gus')];
});
afterAll(() => system?.stop());

const send = (raw: string | Uint8Array, client = ana) => client.post(PATH, undefined, { raw, headers: CSV });

describe('a list of workers', () => {
  it('is read from a workbook and from text in Windows-1252, and nothing is written', async () => {
    const rows = [
      ['Nombres', 'Apellidos'],
      ['José', 'Ñúñez'],
    ];
    const book = workbookOf([{ name: 'people', rows }]);
    const expected = {
      columns: [
        { heading: 'Nombres', member: 'first_name' },
        { heading: 'Apellidos', member: 'last_name' },
      ],
      rows: [{ number: 2, cells: ['José', 'Ñúñez'] }],
    };
    const ofBook = await send(book);
    expect([ofBook.status, ofBook.data]).toEqual([200, { ...expected, encoding: null }]);
    const ofText = await send(Buffer.from('Nombres;Apellidos\nJosé;Ñúñez', 'latin1'));
    expect([ofText.status, ofText.data]).toEqual([200, { ...expected, encoding: 'windows-1252' }]);
    expect((await ana.get('/api/control/workers')).data).toEqual([]);
  });

  it('that cannot be read is refused in little time, and so are other roles', async () => {
    const processor = await ProcessorTime.of(system.url);
    const many = await send('a,b\n'.repeat(200_000));
    expect([many.status, wrongFields(many)]).toEqual([400, ['file']]);
    expectRefusal(await send(Buffer.from('504b0304ffff', 'hex')), 422, 'B', 'workbook_unreadable');
    expect(await processor.spent()).toBeLessThan(1);
    expectRefusal(await send(withMillionRows('people')), 422, 'B', 'workbook_unreadable', {
      sheet: 'people',
    });
    const entity = await send(withExternalEntity('people'));
    expectRefusal(entity, 422, 'B', 'workbook_unreadable');
    expect(entity.text).not.toContain('root:');
    expectRefusal(await send('a', gus), 403, 'B', 'forbidden');
  });
});
