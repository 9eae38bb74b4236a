import { type AppliedDevice, type AppliedToken, wireAccess, wireAccessIn } from '@furrow/access';
import { CompanyKeyTaken } from '@furrow/access/domain';
import { type AppliedProjects, wireAgronomyIn } from '@furrow/agronomy';
import { wireFormsIn } from '@furrow/forms';
import { type Clock, instantOf, newId } from '@furrow/kernel';
import { wireNotificationsIn } from '@furrow/notifications';
import { wirePayrollIn } from '@furrow/payroll';
import type { Database, Transaction } from '@furrow/database';
import { wireProductionIn } from '@furrow/production';
import { wireSafetyIn } from '@furrow/safety';
import { wireWorkforceIn } from '@furrow/workforce';
import { censusOf } from '../stored/census.ts';
import { type Change, changesBetween } from '../stored/changes.ts';
import { assertBounded, sizeOf } from '../stored/farm-size.ts';
import { placedDevices } from './device-places.ts';
import type { FarmFile } from '../schema/farm-file.ts';
import { Problems } from './problems.ts';
import { placedPrices } from './price-places.ts';
import { placedRestRules } from './rest-rule-places.ts';
import { placedTasks } from './task-places.ts';
import { placedWages } from './wage-places.ts';

/** Ids of everything in the file by the file's names; secrets only of what this run created. */
export interface AppliedFarm {
  readonly companyId: string;
  readonly users: Record<string, string>;
  readonly projects: Record<string, string>;
  readonly sectors: Record<string, string>;
  readonly qualities: Record<string, string>;
  readonly forms: Record<string, string>;
  readonly tasks: Record<string, string>;
  readonly devices: Record<string, AppliedDevice>;
  readonly apiTokens: Record<string, AppliedToken>;
}

interface ApplyOptions {
  readonly prune: boolean;
  /** Called for each item that was applied differently from what the file says. */
  readonly warn: (warning: string) => void;
}

interface RunOptions extends ApplyOptions {
  /** Rolls everything back at the end, so that the returned ids and secrets are not valid. */
  readonly dryRun: boolean;
}

/** What was applied, and the changes it made. */
interface Outcome {
  readonly applied: AppliedFarm;
  readonly changes: readonly Change[];
}

/**
 * Applies the whole file atomically.
 * @throws ValidationFailed naming the places that no context accepts; other errors of the contexts
 */
export async function applyFarm(
  database: Database,
  clock: Clock,
  farm: FarmFile,
  options: RunOptions,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const company = await wireAccess(database, clock).findCompany.execute(farm.company.key);
    try {
      return await keptUnless(options.dryRun, database, company?.companyId ?? newId(), async (tx) => {
        const before = await censusOf(tx);
        const size = await sizeOf(tx, before);
        const applied = await applyIn(tx, clock, farm, { ...options, isNew: company === undefined });
        const after = await censusOf(tx);
        assertBounded(size, await sizeOf(tx, after));
        return { applied, changes: changesBetween(before, after) };
      });
    } catch (error) {
      // A concurrent run created the company; a retry finds it.
      if (!(error instanceof CompanyKeyTaken) || attempt > 1) throw error;
    }
  }
}

/** Runs `work` in a transaction of the company, and rolls it back at the end of a dry run. */
export async function keptUnless<T>(
  dryRun: boolean,
  database: Database,
  companyId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let outcome: { readonly of: T } | undefined;
  try {
    return await database.tenant(companyId, async (tx) => {
      outcome = undefined;
      const of = await work(tx);
      if (!dryRun) return of;
      // Checks the deferred constraints that PostgreSQL would check at commit.
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
      outcome = { of };
      throw new DryRunOver();
    });
  } catch (error) {
    if (error instanceof DryRunOver && outcome !== undefined) return outcome.of;
    throw error;
  }
}

/** Thrown to roll back the transaction of a dry run. */
class DryRunOver extends Error {
  constructor() {
    super('The dry run is finished.');
  }
}

/** @throws ValidationFailed naming the places that no context accepts; other errors of the contexts */
export async function applyIn(
  tx: Transaction,
  clock: Clock,
  farm: FarmFile,
  { isNew, ...options }: ApplyOptions & { readonly isNew: boolean },
): Promise<AppliedFarm> {
  const problems = new Problems();
  const access = wireAccessIn(tx, clock);
  await problems.of('company.', () => access.applyCompany.execute(farm.company));
  // Everything else refers to the company, which does not exist if it is new and refused. Another one takes its place, so
  // that the other problems are found too; all of it is rolled back.
  if (isNew && problems.isAny)
    await access.applyCompany.execute({ key: newId(), name: 'Refused', timezone: 'UTC' });
  const users = await problems.of('', () => access.applyUsers.execute(farm.users ?? [], options));
  const projects = await problems.of('', () =>
    wireAgronomyIn(tx).applyProjects.execute(farm.projects ?? [], options),
  );
  const { applyWorkerOptions, applyWorkerGroups } = wireWorkforceIn(tx, clock);
  await problems.of('workerOptions.', () => applyWorkerOptions.execute(optionsOf(farm), options));
  const groups = farm.workerOptions?.group ?? [];
  await problems.of('workerOptions.', () => applyWorkerGroups.execute(groups, options));
  const qualities = await applyHarvest(tx, clock, farm, projects, { problems, options });
  const forms = await problems.of('', () => wireFormsIn(tx).applyForms.execute(farm.forms ?? [], options));
  const tasks = await problems.of('', () => {
    forms(); // tasks refer to forms
    return applyTasks(tx, farm, projects, options);
  });
  const devices = await problems.of('', async () => {
    const placed = await placedDevices(tx, farm.devices ?? [], projects(), options.warn);
    return access.applyDevices.execute(placed, options);
  });
  const apiTokens = await problems.of('', () => access.applyApiTokens.execute(tokensOf(farm), options));
  await applyWages(tx, farm, projects, { problems, options });
  await problems.of('', () => {
    projects(); // alerts and devices refer to projects
    devices();
    return wireNotificationsIn(tx, clock).applyAlerts.execute(farm.alerts ?? [], options);
  });
  await problems.of('', async () => {
    const placed = await placedRestRules(tx, farm.restRules ?? [], projects());
    return wireSafetyIn(tx).applyRestRules.execute(placed, options);
  });
  problems.throwIfAny();
  return {
    companyId: tx.companyId,
    users: Object.fromEntries(users()),
    ...projects(),
    qualities: qualities(),
    forms: forms(),
    tasks: tasks(),
    devices: Object.fromEntries(devices()),
    apiTokens: Object.fromEntries(apiTokens()),
  };
}

interface Applying {
  readonly problems: Problems;
  readonly options: ApplyOptions;
}

/** @returns the ids of the qualities, or throws */
async function applyHarvest(
  tx: Transaction,
  clock: Clock,
  farm: FarmFile,
  projects: () => AppliedProjects,
  { problems, options }: Applying,
): Promise<() => Record<string, string>> {
  const production = wireProductionIn(tx, clock);
  const qualities = await problems.of('', () =>
    production.applyQualities.execute(farm.qualities ?? [], options),
  );
  const containers = await problems.of('', () =>
    production.applyContainers.execute(farm.containers ?? [], options),
  );
  await problems.of('', async () => {
    const placed = await placedPrices(tx, farm.prices ?? [], projects());
    qualities(); // prices refer to both
    containers();
    await production.applyPrices.execute(placed, options);
  });
  return qualities;
}

async function applyWages(
  tx: Transaction,
  farm: FarmFile,
  projects: () => AppliedProjects,
  { problems, options }: Applying,
): Promise<void> {
  const payroll = wirePayrollIn(tx);
  await problems.of('', () => payroll.applyPayPolicies.execute(farm.payPolicies ?? [], options));
  await problems.of('', () => payroll.applyPayRates.execute(farm.payRates ?? [], options));
  await problems.of('', async () => {
    const placed = await placedWages(tx, farm.projectWages ?? [], projects());
    await payroll.applyProjectWages.execute(placed, options);
  });
}

async function applyTasks(
  tx: Transaction,
  farm: FarmFile,
  projects: () => AppliedProjects,
  options: ApplyOptions,
): Promise<Record<string, string>> {
  return wireFormsIn(tx).applyTasks.execute(await placedTasks(tx, farm.tasks ?? [], projects()), options);
}

function optionsOf({ workerOptions }: FarmFile) {
  const { position, employment_type, status } = workerOptions ?? {};
  return { position: position ?? [], employment_type: employment_type ?? [], status: status ?? [] };
}

function tokensOf({ apiTokens }: FarmFile) {
  return (apiTokens ?? []).map(({ expiresAt, ...token }) => ({
    ...token,
    expiresAt: expiresAt === null ? null : instantOf(expiresAt),
  }));
}
