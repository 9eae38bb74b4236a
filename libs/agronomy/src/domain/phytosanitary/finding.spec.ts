import { describe, expect, it } from '@jest/globals';
import { findingOf, attributedFindings } from './finding.ts';

const [notAssessed, absent, present] = [0, 1, 2];

describe('a finding', () => {
  it.each([
    [[], notAssessed],
    [[null], notAssessed],
    [[0], absent],
    [[null, 0], absent],
    [[0.000001], present],
    [[null, 0, 3], present],
  ])('of %j is %i', (values, finding) => {
    expect(findingOf(values)).toBe(finding);
  });
});

describe('the findings of a response', () => {
  const findings = (...responses: [name: string, value: number | null][]) =>
    attributedFindings(responses.map(([name, value]) => ({ name, value }))).map(({ pest, record }) => [
      pest,
      record,
    ]);

  it('are one per pest, and the first one counts the record', () => {
    expect(findings(['Moth', null], ['Rust', 0], ['Mite', 2])).toEqual([
      [notAssessed, present],
      [absent, null],
      [present, null],
    ]);
    expect(findings(['Moth', null])).toEqual([[notAssessed, notAssessed]]);
    expect(findings()).toEqual([]);
  });

  it('are one when several fields ask for the same pest', () => {
    expect(findings(['Moth', 0], ['Rust', null], ['Moth', 5], ['Moth', null])).toEqual([
      [present, present],
      [notAssessed, null],
      [null, null],
      [null, null],
    ]);
  });
});
