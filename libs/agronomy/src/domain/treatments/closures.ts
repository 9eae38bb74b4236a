import type { LocalDate } from '@furrow/kernel';
import type { TreatmentState } from './treatment.ts';

/** The end of what a treatment forbids in a sector. */
interface Closure {
  readonly until: Date;
  readonly product: string;
}

/** A sector that treatments close at an instant. */
export interface SectorClosure {
  readonly projectId: string;
  readonly sectorId: string;
  /** `from` is the first local date on which fruit may be picked. Null if it may be picked now. */
  readonly harvest: (Closure & { readonly from: LocalDate }) | null;
  /** Null if people may enter now. */
  readonly entry: Closure | null;
}

type ClosingTreatment = Pick<
  TreatmentState,
  'projectId' | 'sectors' | 'product' | 'voided' | 'harvestFrom' | 'harvestClearAt' | 'reentryClearAt'
>;

/**
 * The sectors that treatments close to the harvest or to people. Of several treatments that close a sector, the one
 * that ends last counts.
 */
export function closuresAt(now: Date, treatments: readonly ClosingTreatment[]): SectorClosure[] {
  const closures = new Map<string, SectorClosure>();
  for (const treatment of treatments.filter(({ voided }) => voided === null)) {
    const { projectId, product, harvestFrom: from, harvestClearAt, reentryClearAt } = treatment;
    for (const { sectorId } of treatment.sectors) {
      const known = closures.get(sectorId) ?? { projectId, sectorId, harvest: null, entry: null };
      const harvest = later(now, known.harvest, { until: harvestClearAt, product, from });
      const entry =
        reentryClearAt === null ? known.entry : later(now, known.entry, { until: reentryClearAt, product });
      if (harvest !== null || entry !== null) closures.set(sectorId, { ...known, harvest, entry });
    }
  }
  return [...closures.values()];
}

function later<C extends Closure>(now: Date, known: C | null, next: C): C | null {
  const ends = next.until.getTime();
  return ends <= now.getTime() || (known !== null && known.until.getTime() >= ends) ? known : next;
}
