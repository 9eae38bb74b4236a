import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aDraft, aRecord, OPENED_AT } from '../../testing/builders.ts';
import { ProductionRecord, type DraftOfWorker } from './record.ts';

const names = { worker: 'Luis Soto', quality: 'Export' };
const made = { recordId: 'r1', by: 'u1', at: new Date('2026-03-10T12:00:00.000Z') };
const add = (draft: Partial<DraftOfWorker>) => ProductionRecord.add(aDraft(draft), names, made);

describe('a record', () => {
  it('keeps what the phone sent, and its worker and quality by name', () => {
    const draft = aDraft({ qualityId: 'q1', idempotencyKey: 'k1', notes: 'first row' });
    expect(ProductionRecord.add(draft, names, made).state).toEqual({
      ...{ badge: null, capture: null, shares: null, container: null, count: null, gross: null, tare: null },
      ...draft,
      recordId: 'r1',
      workerName: 'Luis Soto',
      qualityName: 'Export',
      kind: 'addition',
      voidsRecordId: null,
      voidedAt: null,
      createdAt: made.at,
      createdBy: 'u1',
    });
  });

  it('was recorded when it arrives, unless the phone gives a time', () => {
    expect(add({ recordedAt: null }).state.recordedAt).toEqual(made.at);
    expect(add({ recordedAt: OPENED_AT }).state.recordedAt).toEqual(OPENED_AT);
  });

  it.each(['0.000001', '1', '12.345678', '1000000', '1000000.000000'])('accepts %s units', (units) => {
    expect(add({ units }).state.units).toBe(units);
  });

  it.each(['0', '-1', '0.0000001', '12.3456789', '1000000.000001', '1e7'])('refuses %s units', (units) => {
    expect(() => add({ units })).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});

describe('a repeat of a record', () => {
  const sent = aDraft({ qualityId: 'q1', idempotencyKey: 'k1', notes: 'first row', units: '12.5' });
  const record = ProductionRecord.add(sent, names, made);
  const repeats = (changes: Partial<DraftOfWorker>) => record.isRepeatedBy({ ...sent, ...changes });

  it.each<[string, Partial<DraftOfWorker>]>([
    ['the very same', {}],
    ['the number written another way', { units: '12.500' }],
    ['the same instant', { recordedAt: new Date(OPENED_AT) }],
    ['no instant', { recordedAt: null }],
    ['no idempotency key', { idempotencyKey: null }],
    ['neither', { recordedAt: null, idempotencyKey: null }],
  ])('has %s', (_, changes) => {
    expect(repeats(changes)).toBe(true);
  });

  it.each<[string, Partial<DraftOfWorker>]>([
    ['session', { sessionId: 's2' }],
    ['worker', { workerId: 'w2' }],
    ['quality', { qualityId: 'q2' }],
    ['no quality', { qualityId: null }],
    ['units', { units: '12.500001' }],
    ['clientEventId', { clientEventId: 'another' }],
    ['idempotencyKey', { idempotencyKey: 'k2' }],
    ['instant', { recordedAt: new Date(OPENED_AT.getTime() + 1) }],
    ['notes', { notes: 'second row' }],
    ['no notes', { notes: null }],
  ])('cannot have another %s', (_, changes) => {
    expect(repeats(changes)).toBe(false);
  });

  it('cannot add an idempotency key to a record without one', () => {
    const plain = aDraft({ idempotencyKey: null });
    const kept = ProductionRecord.add(plain, names, made);
    expect(kept.isRepeatedBy({ ...plain, idempotencyKey: 'k1' })).toBe(false);
  });

  it('is still one when the record was voided since', () => {
    const voided = ProductionRecord.restore({ ...record.state, voidedAt: made.at });
    expect(voided.isRepeatedBy(sent)).toBe(true);
  });

  it('compares units by value, to the last of six decimals', () => {
    const millionths = fc.integer({ min: 1, max: 1_000_000_000_000 });
    const written = (n: number, zeros: number) => {
      const digits = String(n).padStart(7, '0');
      const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
      return zeros === 0 ? text.replace(/\.?0+$/, '') : text;
    };
    fc.assert(
      fc.property(millionths, millionths, fc.integer({ min: 0, max: 1 }), (a, b, zeros) => {
        const draft = aDraft({ units: written(a, 1) });
        const kept = ProductionRecord.add(draft, names, made);
        expect(kept.isRepeatedBy({ ...draft, units: written(a, zeros) })).toBe(true);
        expect(kept.isRepeatedBy({ ...draft, units: written(b, zeros) })).toBe(a === b);
      }),
    );
  });
});

describe('voiding a record', () => {
  const voiding = { recordId: 'c1', by: 'u2', at: new Date('2026-03-10T15:00:00.000Z') };

  it('creates a counter-movement of as many units, without keys, which cannot be voided itself', () => {
    const record = aRecord({ units: '12.5', idempotencyKey: 'k1', notes: 'first row' });
    const counter = record.void('weighed twice', voiding);
    expect(counter.state).toEqual({
      ...record.state,
      recordId: 'c1',
      kind: 'void',
      units: '-12.5',
      clientEventId: null,
      idempotencyKey: null,
      voidsRecordId: record.state.recordId,
      voidedAt: null,
      recordedAt: voiding.at,
      createdAt: voiding.at,
      createdBy: 'u2',
      notes: 'weighed twice',
    });
    expect(() => counter.void(null, voiding)).toThrow(expect.objectContaining({ code: 'record_is_void' }));
  });
});
