import type { Transaction } from '@furrow/database';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { Kept, Section } from './census.ts';

/** The most items of a section that are in use at once. Alerts have limits of their own, which devices share. */
export const MOST_IN_USE: Readonly<Partial<Record<Section, number>>> = {
  ...{ users: 5_000, projects: 500, sectors: 10_000, workerOptions: 1_000, qualities: 1_000 },
  ...{ containers: 1_000, prices: 5_000, forms: 1_000, tasks: 20_000, devices: 25_000, apiTokens: 1_000 },
  ...{ payPolicies: 500, payRates: 10_000, projectWages: 5_000, restRules: 100 },
};
/** Of everything together, inactive items and outlines included, as JSON. */
export const MAX_FARM_BYTES = 10_000_000;

export interface FarmSize {
  readonly inUse: ReadonlyMap<string, number>;
  readonly bytes: number;
}

/** @param text what is kept, as JSON */
export async function sizeOf(
  tx: Transaction,
  kept: readonly Kept[],
  text = JSON.stringify(kept),
): Promise<FarmSize> {
  const [outlines] = await tx.query<{ bytes: string }>(
    `SELECT coalesce(sum(octet_length(boundary::text)), 0) AS bytes FROM agronomy.sectors WHERE company_id = $1`,
    [tx.companyId],
  );
  const inUse = new Map<string, number>();
  for (const { section, members } of kept)
    if (isInUse(members)) inUse.set(section, (inUse.get(section) ?? 0) + 1);
  return { inUse, bytes: Buffer.byteLength(text) + Number(outlines?.bytes) };
}

/** A farm that is larger already may change, but not grow. @throws ValidationFailed naming the sections */
export function assertBounded(before: FarmSize, after: FarmSize): void {
  const problems: FieldProblem[] = Object.entries(MOST_IN_USE).flatMap(([section, most]) => {
    const count = after.inUse.get(section) ?? 0;
    if (count <= Math.max(most, before.inUse.get(section) ?? 0)) return [];
    const message = `would be ${number(count)} in use: a company has at most ${number(most)}`;
    return [{ field: section, message }];
  });
  if (after.bytes > Math.max(MAX_FARM_BYTES, before.bytes))
    problems.push({
      field: 'company',
      message: `would have a farm file of ${number(after.bytes)} bytes: a company has at most ${number(MAX_FARM_BYTES)}, inactive items included`,
    });
  if (problems.length > 0) throw new ValidationFailed(problems);
}

const number = (value: number) => value.toLocaleString('en-US');

/** Of a token only the current one counts. */
function isInUse({ active, status, pruned, replaced, revoked }: Kept['members']): boolean {
  if (active !== undefined) return active === true;
  return (
    !['inactive', 'revoked'].includes(String(status)) &&
    pruned !== true &&
    replaced !== true &&
    revoked !== true
  );
}
