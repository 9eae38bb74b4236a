import { describe, expect, it } from '@jest/globals';
import { wholeExample } from '../openapi/whole-example.ts';
import { RECORD } from './form.answer.ts';
import { recordTable } from './record-table.ts';

const VERSIONS = [
  { version: 1, fields: [{ name: 'note', label: 'Note', type: 'text' as const, required: false }] },
];
const recordedAt = '2024-11-03T05:30:00.000Z';
const record = { ...wholeExample(RECORD), recordedAt, values: { note: 'x' }, media: [] };

describe('the table of a form’s records', () => {
  const table = recordTable(VERSIONS, 'America/Havana');
  const cellsOf = (of: typeof record) =>
    Object.fromEntries(table.row(of).map((cell, index) => [table.headings[index], cell]));

  it('has the members of a record, its position and its task, and then its fields', () => {
    expect(table.headings).toEqual([
      ...[
        'recordId',
        'formVersion',
        'clientRecordId',
        'recordedAt',
        'recordedLocal',
        'timezone',
        'createdAt',
      ],
      ...['userId', 'createdBy', 'user_name', 'projectId', 'project_name', 'sectorId', 'sector_name'],
      ...['locationSource', 'latitude', 'longitude', 'accuracy', 'taskId', 'values.note'],
    ]);
    expect(cellsOf(record)).toMatchObject({ latitude: -33.498, accuracy: 6, 'values.note': 'x' });
    expect(cellsOf({ ...record, location: null, task: null })).toMatchObject({
      latitude: null,
      taskId: null,
    });
  });

  it('has local times of the record’s project, or of the given zone', () => {
    expect(cellsOf({ ...record, timezone: 'Asia/Kolkata' })).toMatchObject({
      ...{ recordedAt, recordedLocal: '2024-11-03T11:00:00.000+05:30', timezone: 'Asia/Kolkata' },
    });
    // The second pass of an hour that Havana's clocks repeat.
    expect(cellsOf({ ...record, timezone: null })).toMatchObject({
      ...{ recordedAt, recordedLocal: '2024-11-03T00:30:00.000-05:00', timezone: 'America/Havana' },
    });
  });
});
