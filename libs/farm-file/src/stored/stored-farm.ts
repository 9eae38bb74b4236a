import { createHash } from 'node:crypto';
import type { Transaction } from '@furrow/database';
import { censusOf, type Kept } from './census.ts';
import { type FarmSize, sizeOf } from './farm-size.ts';

type Members = Readonly<Record<string, unknown>>;

/** A company's farm file as it stands. */
export interface StoredFarm {
  /** Everything that `furrow apply` knows, inactive items included; no secrets. */
  readonly farm: Members;
  /** Differs when the farm differs. */
  readonly version: string;
  /** The version of each form, by its key. */
  readonly formVersions: ReadonlyMap<string, number>;
  readonly size: FarmSize;
}

/** The farm file of a transaction's company. Applying it changes nothing. */
export async function storedFarm(tx: Transaction): Promise<StoredFarm> {
  const [kept, boundaries] = await Promise.all([censusOf(tx), boundariesOf(tx)]);
  const forms = kept.filter(({ section }) => section === 'forms');
  const formVersions = new Map(forms.map(({ name, members }) => [name, Number(members['version'])]));
  const size = await sizeOf(tx, kept);
  return { farm: farmOfKept(kept, boundaries), version: versionOf(kept), formVersions, size };
}

/** Of what is stored in the file's words; outlines by their digest. */
export function versionOf(kept: readonly Kept[]): string {
  return createHash('sha256').update(JSON.stringify(kept)).digest('base64url').slice(0, 22);
}

async function boundariesOf(tx: Transaction): Promise<ReadonlyMap<string, unknown>> {
  const rows = await tx.query<{ id: string; boundary: unknown }>(
    'SELECT sector_id AS id, boundary FROM agronomy.sectors WHERE company_id = $1 AND boundary IS NOT NULL',
    [tx.companyId],
  );
  return new Map(rows.map(({ id, boundary }) => [id, boundary]));
}

function farmOfKept(kept: readonly Kept[], boundaries: ReadonlyMap<string, unknown>): Members {
  const bySection = Map.groupBy(kept, ({ section }) => section);
  const of = (section: Kept['section']) => bySection.get(section) ?? [];
  const [company] = of('company');
  // No key contains a slash.
  const byProject = Map.groupBy(of('sectors'), ({ name }) => name.slice(0, name.indexOf('/')));
  const sectorsOf = (project: string) =>
    (byProject.get(project) ?? []).map(({ id, name, members }) => ({
      key: name.slice(project.length + 1),
      ...{ ...members, boundary: boundaries.get(id) ?? null },
    }));
  const keyed = (section: Kept['section']) =>
    of(section).map(({ name, members }) => ({ key: name, ...inUse(members) }));
  return {
    company: { key: company?.name, ...company?.members },
    users: of('users').map(({ members: { pruned: _, idpId, ...members } }) => ({
      ...{ ...(idpId !== null && { idpId }), ...members },
    })),
    projects: of('projects').map(({ name, members }) => ({
      ...{ key: name, ...nested(members), sectors: sectorsOf(name) },
    })),
    workerOptions: optionsOf(of('workerOptions')),
    qualities: keyed('qualities'),
    containers: keyed('containers'),
    prices: of('prices').map(({ members }) => inUse(members)),
    forms: of('forms').map(({ name, members: { version: _, ...members } }) => ({
      ...{ key: name, ...nested(inUse(members)) },
    })),
    // The state of a task is not the file's: reports set it.
    tasks: of('tasks').map(({ name, members: { status: _, ...members } }) => ({
      key: name,
      ...inUse({ ...members, dueAt: utc(members['dueAt']) }),
    })),
    devices: of('devices').map(({ name, members: { pruned: _, ...members } }) => ({
      deviceId: name,
      ...members,
    })),
    apiTokens: tokensOf(of('apiTokens')),
    payPolicies: of('payPolicies').map(({ members }) => stated(members)),
    payRates: of('payRates').map(({ members: { validFrom, of: whose, target, ...members } }) => ({
      ...{ validFrom, [String(whose)]: target, ...inUse(members) },
    })),
    projectWages: of('projectWages').map(({ members }) => stated(members)),
    restRules: of('restRules').map(({ name, members }) => ({ key: name, ...inUse(members) })),
    alerts: of('alerts').map(({ name, members }) => ({ key: name, ...alertMembers(inUse(members)) })),
  };
}

function inUse({ active, ...members }: Members): Members {
  return { ...members, status: active === true ? 'active' : 'inactive' };
}

/** Members without a group and without tiers, which are of few policies, where there are none. */
function stated({ validFrom, group, tiers, ...members }: Members): Members {
  const isAny = Array.isArray(tiers) && tiers.length > 0;
  return { validFrom, ...(group !== null && { group }), ...nested(inUse(members)), ...(isAny && { tiers }) };
}

/** `{ 'overtime.premium': 1 }` → `{ overtime: { premium: 1 } }`; a group of nulls is null. */
function nested(members: Members): Members {
  const found: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(members)) {
    const [group = '', member] = path.split('.');
    if (member === undefined) found[group] = value;
    else found[group] = { ...(found[group] as Members | undefined), [member]: value };
  }
  const isNothing = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => each === null);
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, isNothing(value) ? null : value]),
  );
}

/** A limit is for rules of the kind `threshold` alone. */
function alertMembers(members: Members): Members {
  if (members['kind'] === 'threshold') return members;
  const { metric: _, above: __, below: ___, clearBy: ____, ...others } = members;
  return others;
}

function optionsOf(options: readonly Kept[]): Members {
  const values: Record<string, string[]> = { position: [], employment_type: [], status: [], group: [] };
  for (const { name, members } of options) {
    const slash = name.indexOf('/');
    if (members['active'] === true) values[name.slice(0, slash)]?.push(name.slice(slash + 1));
  }
  return values;
}

/** The current token of each name, or a revoked one. */
function tokensOf(tokens: readonly Kept[]): Members[] {
  const byName = new Map<string, Members>();
  for (const { name, members } of tokens) {
    const { replaced, revoked, scopes, expiresAt } = members;
    if (replaced === true) continue;
    if (revoked === true && byName.has(name)) continue;
    const status = revoked === true ? 'inactive' : 'active';
    byName.set(name, { name, scopes, expiresAt: utc(expiresAt), status });
  }
  return [...byName.values()];
}

function utc(instant: unknown): string | null {
  return typeof instant === 'string' ? new Date(instant).toISOString() : null;
}
