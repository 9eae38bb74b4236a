import { emailKey } from '@furrow/access/domain';

type Members = Readonly<Record<string, unknown>>;

/** A key of several members, those that are stated. */
const keyOfAll =
  (...names: readonly string[]) =>
  (item: Members): string =>
    names.flatMap((name) => (typeof item[name] === 'string' ? item[name] : [])).join('/');

/** What a price names is said too, because a project may have the name of a crop. */
function priceKey(item: Members): string {
  const named = ['project', 'crop', 'variety', 'quality', 'container'].flatMap((name) =>
    typeof item[name] === 'string' ? [`${name}=${item[name]}`] : [],
  );
  return [item['validFrom'], item['unit'], ...named].join('/');
}

/** A person who has no name of that kind yet is known by the e-mail address. */
const keyOf = (item: Members, name: string): string =>
  name in item ? String(item[name]) : emailKey(String(item['email']));

/** What a farm file is made of, by the names that people use for one of each, and what identifies it. */
const KINDS = {
  users: ['user', 'idpId'],
  projects: ['project', 'key'],
  qualities: ['quality', 'key'],
  containers: ['container', 'key'],
  prices: ['price', priceKey],
  forms: ['form', 'key'],
  tasks: ['task', 'key'],
  devices: ['device', 'deviceId'],
  apiTokens: ['apiToken', 'name'],
  payPolicies: ['payPolicy', keyOfAll('validFrom', 'group')],
  payRates: ['payRate', keyOfAll('validFrom', 'worker', 'position', 'group')],
  projectWages: ['projectWage', keyOfAll('validFrom', 'project', 'group')],
  alerts: ['alert', 'key'],
  restRules: ['restRule', 'key'],
} as const;

type Listed = (typeof KINDS)[keyof typeof KINDS][0];
export type ItemKind = 'company' | 'sector' | 'workerOption' | Listed;
export const ITEM_KINDS: readonly ItemKind[] = [
  ...(['company', 'sector', 'workerOption'] as const),
  ...Object.values(KINDS).map(([kind]) => kind),
];

/** An item of a farm file by its kind and key; of a sector `project/sector`, of an invited person the e-mail address. */
export interface FarmItem {
  readonly kind: ItemKind;
  readonly key: string;
  readonly members: Members;
}

/** Every item of a farm file, in its order; sectors behind their project. */
export function itemsOf(farm: object): FarmItem[] {
  const sections = Object.entries(KINDS).flatMap(([section, [kind, name]]): FarmItem[] =>
    listOf((farm as Members)[section]).flatMap((item) => {
      const { sectors, ...members } = item;
      const key = typeof name === 'string' ? keyOf(item, name) : name(item);
      const within = listOf(sectors).map((sector) => ({
        ...{ kind: 'sector' as const, key: `${key}/${String(sector['key'])}`, members: sector },
      }));
      return [{ kind, key, members }, ...within];
    }),
  );
  const options = Object.entries(((farm as Members)['workerOptions'] ?? {}) as Members).flatMap(
    ([field, values]) =>
      ((values ?? []) as readonly string[]).map((value) => ({
        ...{
          kind: 'workerOption' as const,
          key: `${field}/${value}`,
          members: { field, value, status: 'active' },
        },
      })),
  );
  const { company } = farm as { company?: Members };
  const own =
    company === undefined
      ? []
      : [{ kind: 'company' as const, key: String(company['key']), members: company }];
  return [...own, ...sections, ...options];
}

export interface FarmChange {
  readonly kind: ItemKind;
  readonly key: string;
  readonly action: 'created' | 'updated' | 'unchanged' | 'deactivated';
  /** Null where it did not exist. */
  readonly before: Members | null;
  readonly after: Members;
}

/** What changed between two farms, and what of the asked items did not. */
export function changesOf(before: object, after: object, asked: object): FarmChange[] {
  const nameOf = ({ kind, key }: FarmItem) => `${kind} ${key}`;
  const former = new Map(itemsOf(before).map((item) => [nameOf(item), item.members]));
  const named = new Set(itemsOf(asked).map(nameOf));
  return itemsOf(after).flatMap((item) => {
    const { kind, key, members } = item;
    const was = former.get(nameOf(item)) ?? null;
    const action = actionOf(was, members);
    // A file may name a user by e-mail address alone.
    const byEmail = nameOf({ ...item, key: emailKey(String(members['email'])) });
    if (action === 'unchanged' && !named.has(nameOf(item)) && !named.has(byEmail)) return [];
    return [{ kind, key, action, before: was, after: members }];
  });
}

function actionOf(before: Members | null, after: Members): FarmChange['action'] {
  if (before === null) return 'created';
  if (JSON.stringify(before) === JSON.stringify(after)) return 'unchanged';
  return before['status'] === 'active' && after['status'] !== 'active' && 'status' in after
    ? 'deactivated'
    : 'updated';
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? (value as readonly Members[]) : [];
}
