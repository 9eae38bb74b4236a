export interface UnitsPicked {
  readonly unit: string | null;
  readonly units: number;
}

/** Picked amounts by unit, because kilograms and boxes cannot be added. */
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
