import { expect, it } from '@jest/globals';
import { aligned } from './aligned.ts';

it('aligns texts to the left and numbers to the right', () => {
  const rows = [
    ['WHAT', 'COUNT', 'NOTE'],
    ['records', '12,345', ''],
    ['a', '7', 'late'],
  ];
  expect(aligned(rows, (column) => column === 1)).toBe(
    ['WHAT      COUNT  NOTE', 'records  12,345', 'a             7  late'].join('\n'),
  );
});

it('is empty without rows', () => expect(aligned([])).toBe(''));
