import type { Database, Transaction } from '@furrow/database';
import { type Clock, ValidationFailed } from '@furrow/kernel';
import { type AppliedFarm, applyIn, keptUnless } from './apply-farm.ts';
import { farmOf } from '../schema/check-farm.ts';
import { FarmChanged, LastAdmin } from './errors.ts';
import { changesOf, type FarmChange } from '../stored/farm-items.ts';
import { assertBounded } from '../stored/farm-size.ts';
import type { FarmFile } from '../schema/farm-file.ts';
import { type StoredFarm, storedFarm } from '../stored/stored-farm.ts';

/** Makes a farm file, whole or in part, of the farm as it stands. */
type DocumentOf = (farm: StoredFarm['farm']) => object;

export interface FarmToChange {
  /** A farm file, whole or in part; `company` may be left out. Or what makes it of the farm as it stands. */
  readonly document: object | DocumentOf;
  /** The version that the caller has read; undefined: any. */
  readonly version?: string | undefined;
  /** Changes nothing, so that new ids and secrets are not valid. */
  readonly dryRun: boolean;
}

export interface ChangedFarm {
  readonly version: string;
  /** Of every item that the file names or that changed. */
  readonly changes: readonly FarmChange[];
  readonly applied: AppliedFarm;
  /** What was applied differently from what the file says. */
  readonly warnings: readonly string[];
  /** The version of each form, by its key. */
  readonly formVersions: ReadonlyMap<string, number>;
}

/** Changes a company as its own admins may, by the same code as `furrow apply`. Changes of a company take turns. */
export class ChangeFarm {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed naming places of the document | FarmChanged | LastAdmin; other errors of the contexts */
  async execute(companyId: string, { document, version, dryRun }: FarmToChange): Promise<ChangedFarm> {
    // One that does not depend on the farm is checked before the farm is locked.
    const early = isMade(document) ? undefined : await checkedOf(document);
    return keptUnless(dryRun, this.database, companyId, async (tx) => {
      await tx.query('SELECT FROM access.companies WHERE company_id = $1 FOR NO KEY UPDATE', [tx.companyId]);
      const before = await storedFarm(tx);
      if (version !== undefined && version !== before.version) throw new FarmChanged(before.version);
      return this.#change(
        tx,
        before,
        early ?? (await checkedOf(isMade(document) ? document(before.farm) : document)),
      );
    });
  }

  async #change(tx: Transaction, before: StoredFarm, { farm, company }: CheckedFarm): Promise<ChangedFarm> {
    const own = before.farm['company'] as FarmFile['company'];
    if ('key' in company && company['key'] !== own.key)
      throw ValidationFailed.of('company.key', `must be "${own.key}", which identifies the company`);
    const warnings: string[] = [];
    const asked = { ...farm, company: { ...own, ...company } };
    const applied = await applyIn(tx, this.clock, asked, {
      ...{ prune: false, isNew: false },
      warn: (warning) => warnings.push(warning),
    });
    const after = await storedFarm(tx);
    assertBounded(before.size, after.size);
    if (hasAdmin(before) && !hasAdmin(after)) throw new LastAdmin();
    const named = { ...farm, company: Object.keys(company).length > 0 ? own : undefined };
    const changes = changesOf(before.items, after.items, named);
    return { version: after.version, changes, applied, warnings, formVersions: after.formVersions };
  }
}

const isMade = (document: object | DocumentOf): document is DocumentOf => typeof document === 'function';

interface CheckedFarm {
  readonly farm: FarmFile;
  /** What the document says of the company. */
  readonly company: Readonly<Record<string, unknown>>;
}

/** @throws ValidationFailed */
export async function checkedOf(document: object): Promise<CheckedFarm> {
  return { farm: await farmOf(withCompany(document), 'The farm file'), company: given(document) };
}

/** With a company that is valid, where the document has none or a part of one. */
function withCompany(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  const { company } = document as { company?: unknown };
  if (company !== undefined && (typeof company !== 'object' || company === null)) return document;
  return { ...document, company: { key: '-', name: '-', timezone: 'UTC', ...company } };
}

/** What the document says of the company. */
function given(document: unknown): Readonly<Record<string, unknown>> {
  return (document as { company?: Readonly<Record<string, unknown>> }).company ?? {};
}

function hasAdmin({ farm }: StoredFarm): boolean {
  const users = farm['users'] as readonly { role: string; status: string }[];
  return users.some(({ role, status }) => role === 'admin' && status === 'active');
}
