export interface UnitsPicked {
  readonly unit: string | null;
  readonly units: number;
}

/** What was picked, by what it is counted in: kilograms and boxes are not added up. */
export function unitsOf(
  sessions: readonly {
    readonly samplingUnit: string | null;
    readonly totals: { readonly validUnits: number };
  }[],
): UnitsPicked[] {
  const sums = new Map<string | null, bigint>();
  for (const { samplingUnit, totals } of sessions)
    sums.set(samplingUnit, (sums.get(samplingUnit) ?? 0n) + BigInt(Math.round(totals.validUnits * 1e6)));
  return [...sums].map(([unit, micro]) => ({ unit, units: Number(micro) / 1e6 }));
}
