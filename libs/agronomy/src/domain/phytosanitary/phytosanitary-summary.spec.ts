import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@furrow/kernel';
import fc from 'fast-check';
import { aResponse, aScoutedRecord, type ScoutedRecord, talliesOf } from '../../testing/scouting.ts';
import { type SectorFigures, summaryOf } from '../index.ts';

const LAND = { projectId: 'p', projectName: 'North', sectorId: 's', sectorName: 'N1' };
const inSector = (records: readonly ScoutedRecord[]) => talliesOf(records, () => LAND);
const sectorOf = (records: readonly ScoutedRecord[]): SectorFigures | undefined =>
  summaryOf(inSector(records)).sectors[0];

describe('the summary of a sector', () => {
  it('equals a calculation by hand', () => {
    const records = [
      aScoutedRecord([aResponse('Moth', 3, 40), aResponse('Mildew', null)]),
      aScoutedRecord([aResponse('Moth', 0, 0), aResponse('Mildew', 1, 7.5)]),
      aScoutedRecord([aResponse('Moth', 12, null), aResponse('Mildew', 0)]),
      aScoutedRecord([aResponse('Moth', null, 99), aResponse('Mildew', 0, null)]),
    ];
    expect(sectorOf(records)).toEqual({
      ...{ sectorId: 's', name: 'N1', incidence: 75, severity: 15.83 }, // 3 of 4; (40 + 0 + 7.5) / 3
      pests: [
        { name: 'Mildew', incidence: 33.33, severity: 7.5, eppoCode: null, aboveThreshold: null },
        { name: 'Moth', incidence: 66.67, severity: 20, eppoCode: null, aboveThreshold: null },
      ],
    });
  });

  it('has zeros and no pests where nothing was assessed', () => {
    expect(sectorOf([aScoutedRecord([aResponse('Moth', null, 80), aResponse('Rust', null)])])).toEqual({
      ...{ sectorId: 's', name: 'N1', incidence: 0, severity: 0, pests: [] },
    });
  });

  it('counts a record once that asks twice for the same pest', () => {
    const twice = (...values: (number | null)[]) =>
      aScoutedRecord(
        values.map((value, index) => aResponse('Moth', value, null, { variable: `moth_${index}` })),
      );
    const [moth] = sectorOf([twice(0, 0), twice(null, 4), twice(5, 5), twice(null, null)])!.pests;
    expect(moth!.incidence).toBe(66.67);
  });
});

describe('an EPPO code and a threshold', () => {
  const on = (day: number, value: number, eppoCode: string | null, threshold: number | null) =>
    aScoutedRecord([aResponse('Moth', value, null, { eppoCode, threshold })], {
      recordedAt: new Date(Date.UTC(2026, 2, day)),
    });
  const moth = (...records: ScoutedRecord[]) => sectorOf(records)?.pests[0];

  it('are taken from the form', () => {
    expect(moth(on(1, 5, 'POLYBO', 5))).toMatchObject({ eppoCode: 'POLYBO', aboveThreshold: true });
    expect(moth(on(1, 4, null, 5))).toMatchObject({ eppoCode: null, aboveThreshold: false });
    expect(moth(on(1, 9, 'POLYBO', null))).toMatchObject({ eppoCode: 'POLYBO', aboveThreshold: null });
    expect(moth(on(1, 0, null, 0))).toMatchObject({ aboveThreshold: true });
  });

  it('are the latest if they differ', () => {
    const records = [
      on(1, 6, 'POLYBO', 5),
      on(3, 6, 'LOBEBO', 7),
      on(2, 6, 'CYDIPO', 1),
      on(4, 6, null, null),
    ];
    expect(moth(...records)).toMatchObject({ eppoCode: 'LOBEBO', aboveThreshold: false });
    expect(moth(...records.toReversed())).toEqual(moth(...records));
    expect(moth(on(1, 6, 'B', 7), on(1, 6, 'A', 6))).toMatchObject({ eppoCode: 'A', aboveThreshold: true });
  });
});

describe('a summary', () => {
  const tallyOf = (projectId: string | null, sectorId: string | null, names: [string, string] = ['', '']) =>
    talliesOf([aScoutedRecord([aResponse('Moth', 1), aResponse('Rust', null)])], () => ({
      ...{ projectId, sectorId, projectName: names[0], sectorName: names[1] },
    }));

  it('counts records without a sector, and lists sectors with records by name and id', () => {
    const summary = summaryOf([
      ...tallyOf('p2', 's4', ['South', 'A']),
      ...tallyOf('p1', 's3', ['North', 'B']),
      ...tallyOf('p1', 's2', ['North', 'A']),
      ...tallyOf('p1', 's2', ['North', 'A']),
      ...tallyOf('p0', 's1', ['South', 'C']),
      ...tallyOf('p3', null, ['West', '']),
      ...tallyOf(null, null),
    ]);
    expect(summary.totalRecords).toBe(7);
    expect(summary.sectors.map(({ sectorId }) => sectorId)).toEqual(['s2', 's4', 's3', 's1']);
    expect(
      summary.projects.map(({ projectId, sectors }) => [projectId, sectors.map((s) => s.sectorId)]),
    ).toEqual([
      ['p1', ['s2', 's3']],
      ['p0', ['s1']],
      ['p2', ['s4']],
      ['p3', []],
    ]);
  });
});

describe('the figures of any records', () => {
  const response = fc.record({
    name: fc.constantFrom('Moth', 'Mite', 'Rust'),
    value: fc.option(fc.constantFrom(0, 0, 0.5, 1, 2, 12, 400)),
    severity: fc.option(fc.nat(1_000).map((tenths) => tenths / 10)),
  });
  const record = fc
    .array(response, { minLength: 1, maxLength: 5 })
    .map((responses) =>
      aScoutedRecord(
        responses.map(({ name, value, severity }, index) =>
          aResponse(name, value, severity, { variable: `field_${index}`, threshold: 2 }),
        ),
      ),
    );
  const records = fc.array(record, { minLength: 1, maxLength: 40 });

  it('follow the definition', () => {
    fc.assert(
      fc.property(records, (kept) => {
        const all = kept.map(({ observations }) => observations);
        expect(sectorOf(kept)).toMatchObject(defined(all));
        const pests = ['Mite', 'Moth', 'Rust'].flatMap((name) => {
          const ofPest = all.map((responses) => responses.filter((one) => one.name === name));
          return ofPest.flat().some(({ value }) => value !== null) ? [{ name, ...defined(ofPest) }] : [];
        });
        expect(sectorOf(kept)!.pests).toMatchObject(pests);
        expect(sectorOf(kept)!.pests).toHaveLength(pests.length);
      }),
    );
  });

  it('do not depend on the order of records', () => {
    const shuffled = records.chain((kept) =>
      fc.tuple(fc.constant(kept), fc.shuffledSubarray(kept, { minLength: kept.length })),
    );
    fc.assert(
      fc.property(shuffled, ([kept, other]) => {
        expect(summaryOf(inSector(other))).toEqual(summaryOf(inSector(kept)));
        const tallies = inSector(kept);
        expect(summaryOf(tallies.toReversed())).toEqual(summaryOf(tallies));
      }),
    );
  });

  it('are the weighted figures of their parts', () => {
    const parts = records.chain((kept) => fc.tuple(fc.constant(kept), fc.nat(kept.length)));
    fc.assert(
      fc.property(parts, ([kept, cut]) => {
        const [whole, ...halves] = [kept, kept.slice(0, cut), kept.slice(cut)].map((part) => ({
          figures: sectorOf(part) ?? { incidence: 0, severity: 0 },
          assessed: part.filter(({ observations }) => observations.some(({ value }) => value !== null))
            .length,
          severities: part.flatMap(({ observations }) => observations).filter(hasSeverity).length,
        }));
        const weighted = (figure: 'incidence' | 'severity', weight: 'assessed' | 'severities') =>
          halves.reduce((total, half) => total + half.figures[figure] * half[weight], 0) /
          (whole![weight] || 1);
        // Each figure is rounded to a hundredth.
        expect(Math.abs(weighted('incidence', 'assessed') - whole!.figures.incidence)).toBeLessThan(0.0101);
        expect(Math.abs(weighted('severity', 'severities') - whole!.figures.severity)).toBeLessThan(0.0101);
      }),
    );
  });
});

type Seen = { readonly value: number | null; readonly severity: number | null };

const hasSeverity = ({ value, severity }: Seen) => value !== null && severity !== null;

/**
 * The definition, literally: records with any affected of those with any assessed; the mean of all severities among the
 * assessed.
 */
function defined(records: readonly (readonly Seen[])[]) {
  const assessed = records.filter((responses) => responses.some(({ value }) => value !== null));
  const affected = assessed.filter((responses) => responses.some(({ value }) => value !== null && value > 0));
  const severities = records
    .flat()
    .filter(hasSeverity)
    .map(({ severity }) => severity!);
  const total = severities.reduce((sum, severity) => sum.plus(severity), new Decimal(0));
  const rounded = (dividend: Decimal, divisor: number) =>
    divisor === 0 ? 0 : Number(dividend.div(divisor).toFixed(2, Decimal.roundHalfUp));
  return {
    incidence: rounded(new Decimal(100 * affected.length), assessed.length),
    severity: rounded(total, severities.length),
  };
}
