import { emailKey } from '@furrow/access/domain';
import type { Kept, Section } from './census.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Outlines by the id of their sector: what is kept of one is its digest. */
type Boundaries = ReadonlyMap<string, unknown>;

/** What the farm file says of a stored item. */
const STATED: Readonly<Record<Section, (kept: Kept, boundaries: Boundaries) => Members>> = {
  company: keyed,
  users: ({ members: { pruned: _, idpId, ...members } }) => ({
    ...(idpId !== null && { idpId }),
    ...members,
  }),
  projects: ({ name, members }) => ({ key: name, ...nested(members) }),
  // No key contains a slash.
  sectors: ({ id, name, members }, boundaries) => ({
    key: name.slice(name.indexOf('/') + 1),
    ...{ ...members, boundary: boundaries.get(id) ?? null },
  }),
  workerOptions: ({ name }) => {
    const slash = name.indexOf('/');
    return { field: name.slice(0, slash), value: name.slice(slash + 1), status: 'active' };
  },
  qualities: inUse,
  containers: inUse,
  prices: ({ members }) => usable(members),
  forms: ({ name, members: { version: _, ...members } }) => ({ key: name, ...nested(usable(members)) }),
  // The state of a task is not the file's: reports set it.
  tasks: ({ name, members: { status: _, ...members } }) => ({
    key: name,
    ...usable({ ...members, dueAt: utc(members['dueAt']) }),
  }),
  devices: ({ name, members: { pruned: _, ...members } }) => ({ deviceId: name, ...members }),
  apiTokens: ({ name, members: { revoked, scopes, expiresAt } }) => ({
    ...{ name, scopes, expiresAt: utc(expiresAt) },
    status: revoked === true ? 'inactive' : 'active',
  }),
  payPolicies: ({ members }) => ofGroup(members),
  payRates: ({ members: { validFrom, of: whose, target, ...members } }) => ({
    ...{ validFrom, [String(whose)]: target, ...usable(members) },
  }),
  projectWages: ({ members }) => ofGroup(members),
  restRules: inUse,
  alerts: (kept) => alertMembers(inUse(kept)),
};

/** The stored items that a farm file has, with their members as it states them; invited people by their address. */
export function statedItems(kept: readonly Kept[], boundaries: Boundaries): Kept[] {
  const options = ({ section, members }: Kept) => section !== 'workerOptions' || members['active'] === true;
  const tokens = kept.filter(({ section }) => section === 'apiTokens');
  const others = kept.filter(({ section }) => section !== 'apiTokens');
  return [...others.filter(options), ...currentTokens(tokens)].map((item) => ({
    ...item,
    name: item.members['idpId'] === null ? emailKey(item.name) : item.name,
    members: STATED[item.section](item, boundaries),
  }));
}

/** The current token of each name, or a revoked one, by which it is known. */
function currentTokens(tokens: readonly Kept[]): Kept[] {
  const byName = new Map<string, Kept>();
  for (const token of tokens) {
    const { replaced, revoked } = token.members;
    if (replaced === true || (revoked === true && byName.has(token.name))) continue;
    byName.set(token.name, { ...token, id: token.name });
  }
  return [...byName.values()];
}

function keyed({ name, members }: Kept): Members {
  return { key: name, ...members };
}

function inUse({ name, members }: Kept): Members {
  return { key: name, ...usable(members) };
}

function usable({ active, ...members }: Members): Members {
  return { ...members, status: active === true ? 'active' : 'inactive' };
}

/** Members without a group and without tiers, which are of few policies, where there are none. */
function ofGroup({ validFrom, group, tiers, ...members }: Members): Members {
  const isAny = Array.isArray(tiers) && tiers.length > 0;
  return {
    ...{ validFrom, ...(group !== null && { group }), ...nested(usable(members)) },
    ...(isAny && { tiers }),
  };
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

function utc(instant: unknown): string | null {
  return typeof instant === 'string' ? new Date(instant).toISOString() : null;
}
