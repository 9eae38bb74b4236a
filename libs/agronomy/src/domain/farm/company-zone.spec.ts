import { expect, it } from '@jest/globals';
import { companyZone } from './company-zone.ts';

const [SANTIAGO, LIMA, HAVANA] = ['America/Santiago', 'America/Lima', 'America/Havana'];

it.each([
  ['without projects is the company’s own', [], HAVANA],
  ['is the one that the projects share', [SANTIAGO, SANTIAGO], SANTIAGO],
  ['is the commonest', [LIMA, SANTIAGO, LIMA, HAVANA], LIMA],
  ['is the commonest, though the company’s own is among them', [LIMA, HAVANA, LIMA], LIMA],
  ['on a tie is the company’s own', [SANTIAGO, LIMA, HAVANA], HAVANA],
  ['on a tie of the commonest is the company’s own', [LIMA, HAVANA, LIMA, SANTIAGO, HAVANA], HAVANA],
  ['on a tie of others is the alphabetically first', [SANTIAGO, LIMA], LIMA],
  ['on a tie where the company’s own is rarer too', [SANTIAGO, HAVANA, SANTIAGO, LIMA, LIMA], LIMA],
])('a company’s zone %s', (_, ofProjects, zone) => {
  expect(companyZone(HAVANA, ofProjects)).toBe(zone);
  expect(companyZone(HAVANA, ofProjects.toReversed())).toBe(zone);
});
