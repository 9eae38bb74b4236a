import { describe, expect, it } from '@jest/globals';
import { accountOf } from '../proof/account.ts';
import { Operation, type Verdict } from './operation.ts';
import type { Row } from '../proof/rows.ts';

const made: Verdict = { status: 201, id: 'id-1' };
const CLOSED: Verdict = { status: 409, code: 'session_not_open' };
const content = { units: 3 };
const row: Row = { key: 'a', id: 'id-1', content };

const answered = (...verdicts: Verdict[]) => {
  const operation = new Operation('record', 'a', content);
  for (const verdict of verdicts) operation.answered(verdict);
  return operation;
};

describe('an operation', () => {
  it.each<[string, Verdict[], string]>([
    ['acknowledged once it was, whatever came before', [{ status: undefined }, made], 'acknowledged'],
    ['refused when every attempt was', [CLOSED, CLOSED], 'refused'],
    [
      'unknown where an attempt before the refusal may have gone through',
      [{ status: 503 }, CLOSED],
      'unknown',
    ],
    ['unknown when it was never answered', [], 'unknown'],
  ])('is %s', (_, verdicts, outcome) => {
    expect(answered(...verdicts).outcome).toBe(outcome);
  });

  it('has the outcome of its repeat, once everything is quiet', async () => {
    const operation = new Operation('record', 'a', content, async () => CLOSED);
    operation.answered({ status: undefined });
    expect(await operation.settle()).toBe('refused');
    expect(operation.outcome).toBe('refused');
  });
});

describe('the account of records', () => {
  it.each<[string, Operation[], Row[], object]>([
    ['what was acknowledged and is gone', [answered(made)], [], { lost: 1 }],
    ['what is there twice', [answered(made)], [row, { ...row, id: 'id-2' }], { doubled: 1 }],
    ['what was acknowledged as two', [answered(made, { status: 201, id: 'id-2' })], [row], { doubled: 1 }],
    ['what is there otherwise', [answered(made)], [{ ...row, content: { units: 4 } }], { altered: 1 }],
    ['what is there under another id', [answered(made)], [{ ...row, id: 'id-9' }], { altered: 1 }],
    ['what is half there', [answered({ status: 503 })], [{ ...row, content: {} }], { altered: 1 }],
    ['what was refused and is there all the same', [answered(CLOSED)], [row], { unwanted: 1 }],
    ['what nobody sent', [], [row], { unwanted: 1 }],
  ])('reports %s', (_, operations, rows, faults) => {
    expect(accountOf(operations, rows)).toMatchObject({
      lost: 0,
      doubled: 0,
      altered: 0,
      unwanted: 0,
      ...faults,
    });
  });

  it('accepts an unknown one that is stored completely, and one that is not', () => {
    const unknown = answered({ status: undefined });
    expect(accountOf([unknown], [row])).toMatchObject({
      unknown: 1,
      unknownButThere: 1,
      altered: 0,
      lost: 0,
    });
    expect(accountOf([unknown], [])).toMatchObject({ unknown: 1, unknownButThere: 0, altered: 0, lost: 0 });
  });
});
