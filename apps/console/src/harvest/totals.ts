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

export interface WorkerPicked {
  readonly workerId: string;
  readonly name: string;
  readonly unit: string | null;
  readonly units: number;
}

/** Picked amounts by worker and unit, most first. */
export function pickedByWorker(
  reports: readonly {
    readonly samplingUnit: string | null;
    readonly workers: readonly {
      readonly workerId: string;
      readonly worker_name: string | null;
      readonly validUnits: number;
    }[];
  }[],
): WorkerPicked[] {
  const sums = new Map<string, { readonly of: Omit<WorkerPicked, 'units'>; micro: bigint }>();
  for (const { samplingUnit: unit, workers } of reports)
    for (const { workerId, worker_name, validUnits } of workers) {
      const key = `${workerId} ${unit ?? ''}`;
      const sum = sums.get(key) ?? { of: { workerId, name: worker_name ?? '', unit }, micro: 0n };
      sum.micro += BigInt(Math.round(validUnits * 1e6));
      sums.set(key, sum);
    }
  return [...sums.values()]
    .map(({ of, micro }) => ({ ...of, units: Number(micro) / 1e6 }))
    .sort((a, b) => b.units - a.units || a.name.localeCompare(b.name));
}
