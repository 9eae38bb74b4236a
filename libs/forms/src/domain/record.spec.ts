import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { aRecord, NOON } from '../testing/builders.ts';
import { assertNotAhead, checkDraft, FormRecord, type RecordDraft } from './record.ts';

const place = { source: 'forced', projectId: 'p', sectorId: 's' } as const;
const kept = aRecord({
  formId: 'f',
  formVersion: 2,
  clientRecordId: 'c',
  values: { number: 1, pests: { value: 2, severity: null }, multiselect: ['leaf', 'root'] },
  gps: { latitude: 1.5, longitude: -2, accuracy: null },
  place,
  taskId: 't',
  media: [
    { field: 'photo', digest: 'aa', key: 'k1' },
    { field: 'photo', digest: 'bb', key: 'k2' },
  ],
});
const draft: RecordDraft = {
  formId: 'f',
  formVersion: 2,
  clientRecordId: 'c',
  recordedAt: NOON,
  values: {},
  gps: { accuracy: null, longitude: -2, latitude: 1.5 },
  forced: { projectId: 'p', sectorId: 's' },
  taskId: 't',
  media: [
    { field: 'photo', digest: 'bb' },
    { field: 'photo', digest: 'aa' },
  ],
};
const values = { multiselect: ['leaf', 'root'], pests: { severity: null, value: 2 }, number: 1 };

describe('a record', () => {
  it('equals a repeat with the same content, in any order', () => {
    expect(kept.isRepeatedBy(draft, values)).toBe(true);
    expect(kept.isRepeatedBy({ ...draft, formVersion: null, recordedAt: null }, values)).toBe(true);
    const elsewhere = aRecord({ ...kept.state, place: { source: 'gps', projectId: 'p', sectorId: 's' } });
    expect(elsewhere.isRepeatedBy({ ...draft, forced: null }, values)).toBe(true);
  });

  it.each<[string, Partial<RecordDraft>]>([
    ['form', { formId: 'g' }],
    ['version', { formVersion: 1 }],
    ['instant', { recordedAt: new Date(NOON.getTime() + 1) }],
    ['task', { taskId: null }],
    ['GPS', { gps: null }],
    ['GPS by a hair', { gps: { latitude: 1.5000001, longitude: -2, accuracy: null } }],
    ['accuracy', { gps: { latitude: 1.5, longitude: -2, accuracy: 3 } }],
    ['forced location', { forced: null }],
    ['forced sector', { forced: { projectId: 'p', sectorId: 'z' } }],
    ['number of files', { media: draft.media.slice(1) }],
    ['file', { media: [draft.media[0]!, { field: 'photo', digest: 'cc' }] }],
    ['field of a file', { media: [draft.media[0]!, { field: 'audio', digest: 'aa' }] }],
  ])('differs from another %s', (_what, over) => {
    expect(kept.isRepeatedBy({ ...draft, ...over }, values)).toBe(false);
  });

  it('differs with other values, and with values that do not fit its version', () => {
    expect(kept.isRepeatedBy(draft, { ...values, number: 2 })).toBe(false);
    expect(kept.isRepeatedBy(draft, { ...values, text: '' })).toBe(false);
    expect(kept.isRepeatedBy(draft, { ...values, multiselect: ['root', 'leaf'] })).toBe(false);
    expect(kept.isRepeatedBy(draft, undefined)).toBe(false);
  });

  it('has the time of its arrival, unless the phone gives one', () => {
    const { recordedAt: _, ...state } = kept.state;
    expect(FormRecord.submit({ ...state, recordedAt: null }).state.recordedAt).toEqual(state.createdAt);
    expect(FormRecord.submit({ ...state, recordedAt: NOON }).state.recordedAt).toEqual(NOON);
  });

  it('may be 5 minutes ahead of the server’s clock, and of any age', () => {
    const ahead = (ms: number) => () => assertNotAhead(new Date(NOON.getTime() + ms), NOON);
    expect(ahead(300_000)).not.toThrow();
    expect(ahead(-1e11)).not.toThrow();
    expect(ahead(300_001)).toThrow(
      expect.objectContaining({ code: 'recorded_in_future', facts: { serverTime: NOON.toISOString() } }),
    );
  });
});

describe('a draft', () => {
  it('may have any position on earth', () => {
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
    ] as const)
      expect(() => checkDraft({ ...draft, gps: { latitude, longitude, accuracy: 0 } })).not.toThrow();
  });

  it('reports every problem', () => {
    const gps = { latitude: 90.1, longitude: NaN, accuracy: -1 };
    const wrong = () => checkDraft({ ...draft, clientRecordId: 'x'.repeat(101), formVersion: 0, gps });
    expect(wrong).toThrow(ValidationFailed);
    expect(wrong).toThrow(
      expect.objectContaining({
        details: [
          'clientRecordId',
          'formVersion',
          'location.latitude',
          'location.longitude',
          'location.accuracy',
        ].map((field) => expect.objectContaining({ field })),
      }),
    );
  });
});
