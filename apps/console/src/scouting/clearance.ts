interface Treated {
  readonly sectorIds: readonly string[];
  readonly product: string;
  readonly voided: boolean;
  readonly harvestClearAt: string;
  readonly reentryClearAt: string | null;
}

/** When a sector's closure ends, and the treatment that causes it. */
export interface Closure {
  readonly until: string;
  readonly product: string;
}

export interface Clearance {
  readonly sectorId: string;
  /** Null once the sector may be harvested. */
  readonly harvest: Closure | null;
  /** Null once people may enter. */
  readonly entry: Closure | null;
}

/** When each sector is clear: of several treatments that close it, the one that ends last counts. */
export function clearances(
  sectorIds: readonly string[],
  treatments: readonly Treated[],
  now: number,
): Clearance[] {
  const standing = treatments.filter(({ voided }) => !voided);
  return sectorIds.map((sectorId) => {
    const own = standing.filter((treatment) => treatment.sectorIds.includes(sectorId));
    const last = (of: (treatment: Treated) => string | null): Closure | null =>
      own.reduce<Closure | null>((latest, treatment) => {
        const until = of(treatment);
        if (until === null || Date.parse(until) <= now) return latest;
        if (latest !== null && Date.parse(latest.until) >= Date.parse(until)) return latest;
        return { until, product: treatment.product };
      }, null);
    return {
      sectorId,
      harvest: last(({ harvestClearAt }) => harvestClearAt),
      entry: last(({ reentryClearAt }) => reentryClearAt),
    };
  });
}
