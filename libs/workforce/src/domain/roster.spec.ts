import { describe, expect, it } from '@jest/globals';
import { nameOf, Roster } from './roster.ts';

const entry = (workerId: string, fullName: string, over: { code?: string; documentId?: string } = {}) => ({
  workerId,
  fullName,
  code: over.code ?? `C${workerId}`,
  documentId: over.documentId ?? null,
});

describe('a name in a list', () => {
  it.each([
    ['Ana María López', 'Ana', 'María López'],
    ['López Rojas, Ana María', 'Ana María', 'López Rojas'],
    ['W01', 'Worker', 'W01'],
    ['117', 'Worker', '117'],
  ])('%s', (called, firstName, lastName) => {
    expect(nameOf(called)).toEqual({ firstName, lastName });
  });
});

describe('a roster', () => {
  const roster = new Roster([
    entry('1', 'Ana López', { code: 'AL0315', documentId: '1.111-1' }),
    entry('2', 'Ana María López'),
    entry('3', 'Juan Soto'),
    entry('4', 'Juan Soto'),
    entry('5', 'Worker W01'),
    entry('6', 'Rosa Díaz', { code: 'W02' }),
    entry('7', 'Worker W02'),
  ]);

  it.each([
    ['al0315', ['1']],
    ['11111', ['1']],
    ['ana lopez', ['1']],
    ['López, Ana', ['1']],
    ['Ana  María LOPEZ', ['2']],
    ['W01', ['5']],
    ['W02', ['6']], // a code takes precedence over a name
    ['Juan Soto', ['3', '4']],
    ['Nobody', []],
    ['', []],
  ])('finds %j', (called, ids) => {
    expect(roster.find(called)).toEqual(ids);
  });
});
