import { type Decimal, textOrder } from '@furrow/kernel';
import {
  addCounts,
  addSums,
  incidenceOf,
  isAboveThreshold,
  type AssessmentCounts,
  NONE_ASSESSED,
  EMPTY_SUM,
  severityOf,
  type Sum,
} from './infestation.ts';

/** A sector; without one its project alone; else no place. */
export interface ObservedPlace {
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly sectorId: string | null;
  readonly sectorName: string | null;
}

/** The figures of one pest in one place, for records whose forms define the pest equally. Tallies can be added. */
export interface PestTally extends ObservedPlace {
  /** The name for people, which identifies the pest. */
  readonly name: string;
  readonly eppoCode: string | null;
  readonly threshold: Decimal | null;
  readonly lastSeenAt: Date;
  readonly counts: AssessmentCounts;
  /** Of the non-null values. */
  readonly values: Sum;
  /** Of the non-null severities where the value is not null. */
  readonly severities: Sum;
  /** Records whose findings are attributed to a response of this tally, see `attributedFindings`. */
  readonly records: AssessmentCounts & { readonly reported: number };
}

export interface PestFigures {
  readonly name: string;
  /** Percent, as all figures. */
  readonly incidence: number;
  readonly severity: number;
  readonly eppoCode: string | null;
  /** Null: the form's field has no threshold. */
  readonly aboveThreshold: boolean | null;
}

export interface SectorFigures {
  readonly sectorId: string;
  readonly name: string;
  readonly incidence: number;
  readonly severity: number;
  /** Those that were assessed, by name. */
  readonly pests: readonly PestFigures[];
}

export interface ProjectFigures {
  readonly projectId: string;
  readonly name: string;
  readonly sectors: readonly SectorFigures[];
}

export interface PhytosanitarySummary {
  /** Records with at least one response, including those without a sector or with nothing assessed. */
  readonly totalRecords: number;
  /** Those with records, by name and then id. */
  readonly sectors: readonly SectorFigures[];
  readonly projects: readonly ProjectFigures[];
}

/** The figures of all tallies, whatever their order. */
export function summaryOf(tallies: readonly PestTally[]): PhytosanitarySummary {
  const sectors: SectorFigures[] = [];
  const projects: ProjectFigures[] = [];
  for (const [projectId, ofProject] of Map.groupBy(tallies, (tally) => tally.projectId)) {
    const own: SectorFigures[] = [];
    for (const [sectorId, ofSector] of Map.groupBy(ofProject, (tally) => tally.sectorId))
      if (sectorId !== null) own.push(sectorFigures(sectorId, ofSector));
    sectors.push(...own);
    const name = ofProject[0]?.projectName ?? '';
    if (projectId !== null) projects.push({ projectId, name, sectors: inOrder(own, sectorIdOf) });
  }
  return {
    totalRecords: tallies.reduce((sum, { records }) => sum + records.reported, 0),
    sectors: inOrder(sectors, sectorIdOf),
    projects: inOrder(projects, ({ projectId }) => projectId),
  };
}

const sectorIdOf = ({ sectorId }: SectorFigures) => sectorId;

function sectorFigures(sectorId: string, tallies: readonly PestTally[]): SectorFigures {
  const records = tallies.map((tally) => tally.records).reduce<AssessmentCounts>(addCounts, NONE_ASSESSED);
  const severities = tallies.map((tally) => tally.severities).reduce(addSums, EMPTY_SUM);
  const pests = [...Map.groupBy(tallies, ({ name }) => name)].map(([name, ofPest]) =>
    pestFigures(name, ofPest),
  );
  return {
    sectorId,
    name: tallies[0]?.sectorName ?? '',
    incidence: incidenceOf(records),
    severity: severityOf(severities),
    pests: inOrder(pests.filter((pest) => pest !== undefined)),
  };
}

/** Undefined if nothing was assessed, which is not the same as "none found". */
function pestFigures(name: string, tallies: readonly PestTally[]): PestFigures | undefined {
  const counts = tallies.map((tally) => tally.counts).reduce(addCounts, NONE_ASSESSED);
  if (counts.assessed === 0) return undefined;
  const values = tallies.map((tally) => tally.values).reduce(addSums, EMPTY_SUM);
  const severities = tallies.map((tally) => tally.severities).reduce(addSums, EMPTY_SUM);
  const threshold = latest(tallies, (tally) => tally.threshold);
  return {
    name,
    incidence: incidenceOf(counts),
    severity: severityOf(severities),
    eppoCode: latest(tallies, (tally) => tally.eppoCode),
    aboveThreshold: threshold && isAboveThreshold(values, threshold),
  };
}

/**
 * The value of the form of the most recent assessment, among those that have one; of two at the same time the smaller.
 */
function latest<T extends string | Decimal>(
  tallies: readonly PestTally[],
  said: (tally: PestTally) => T | null,
): T | null {
  let found: { what: T; at: number } | undefined;
  for (const tally of tallies) {
    const [what, at] = [said(tally), tally.lastSeenAt.getTime()];
    if (what === null) continue;
    if (!found || at > found.at || (at === found.at && isSmaller(what, found.what))) found = { what, at };
  }
  return found?.what ?? null;
}

function isSmaller(a: string | Decimal, b: string | Decimal): boolean {
  return typeof a === 'string' || typeof b === 'string' ? a < b : a.lt(b);
}

function inOrder<T extends { readonly name: string }>(
  items: readonly T[],
  idOf: (item: T) => string = ({ name }) => name,
): T[] {
  return items.toSorted((a, b) => textOrder(a.name, b.name) || textOrder(idOf(a), idOf(b)));
}
