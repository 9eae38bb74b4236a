import { emailKey } from '@furrow/access/domain';
import type { Kept, Section } from './census.ts';
import { pairsOf } from './changes.ts';
import type { Members } from './stated-items.ts';

/** The stated ones of these members, each by its name as well where that is asked. */
function stated(item: Members, members: readonly string[], by = ''): string[] {
  return members.flatMap((member) =>
    typeof item[member] === 'string' ? `${by && member}${by}${item[member]}` : [],
  );
}

/** What is named by a day, and by whom or what it is for. */
const since =
  (...members: readonly string[]) =>
  (item: Members): string =>
    stated(item, ['validFrom', ...members]).join('/');

/** What people call one item of each section of the farm file, and the member or members that name it there. */
const KINDS = {
  company: ['company', 'key'],
  sectors: ['sector', 'key'],
  workerOptions: ['workerOption', 'value'],
  users: [
    'user',
    // A person who has no name of that kind yet is known by the e-mail address.
    (item: Members) => ('idpId' in item ? String(item['idpId']) : emailKey(String(item['email']))),
  ],
  projects: ['project', 'key'],
  qualities: ['quality', 'key'],
  containers: ['container', 'key'],
  prices: [
    'price',
    // A project may have the name of a crop.
    (item: Members) =>
      [
        ...stated(item, ['validFrom', 'unit']),
        ...stated(item, ['project', 'crop', 'variety', 'quality', 'container'], '='),
      ].join('/'),
  ],
  forms: ['form', 'key'],
  tasks: ['task', 'key'],
  devices: ['device', 'deviceId'],
  apiTokens: ['apiToken', 'name'],
  payPolicies: ['payPolicy', since('group')],
  payRates: [
    'payRate',
    // A position may have the name of a group.
    (item: Members) =>
      [...stated(item, ['validFrom']), ...stated(item, ['worker', 'position', 'group'], '/')].join('/'),
  ],
  projectWages: ['projectWage', since('project', 'group')],
  alerts: ['alert', 'key'],
  restRules: ['restRule', 'key'],
} as const satisfies Record<Section, readonly [kind: string, name: string | ((item: Members) => string)]>;

export type ItemKind = (typeof KINDS)[Section][0];
/** The kind of the items of each section. */
export const ITEM_KINDS = Object.fromEntries<ItemKind>(
  Object.entries(KINDS).map(([section, [kind]]) => [section, kind]),
);

export interface FarmChange {
  readonly kind: ItemKind;
  /** Of a sector `project/sector`, of an invited person the e-mail address. */
  readonly key: string;
  readonly action: 'created' | 'updated' | 'unchanged' | 'deactivated';
  /** Null where it did not exist. */
  readonly before: Members | null;
  readonly after: Members;
}

/**
 * What changed between two farms, and what of the asked items did not.
 *
 * @param before with members as the farm file states them, as `after`
 * @param asked a farm file, whole or in part
 */
export function changesOf(before: readonly Kept[], after: readonly Kept[], asked: object): FarmChange[] {
  const named = new Set(namesIn(asked));
  return pairsOf(before, after).flatMap(({ before: was, after: { section, name, members } }) => {
    const action = actionOf(was?.members ?? null, members);
    // A file may name a user by e-mail address alone.
    const names = [name, emailKey(String(members['email']))].map((each) => `${section} ${each}`);
    if (action === 'unchanged' && !names.some((each) => named.has(each))) return [];
    return [{ kind: KINDS[section][0], key: name, action, before: was?.members ?? null, after: members }];
  });
}

function actionOf(before: Members | null, after: Members): FarmChange['action'] {
  if (before === null) return 'created';
  if (JSON.stringify(before) === JSON.stringify(after)) return 'unchanged';
  return before['status'] === 'active' && after['status'] !== 'active' && 'status' in after
    ? 'deactivated'
    : 'updated';
}

/** The items of a farm file by section and name. */
function namesIn(farm: object): string[] {
  return Object.entries(farm as Members).flatMap(([section, content]) => {
    if (section === 'company') return content === undefined ? [] : [nameIn(section, content as Members)];
    if (section === 'workerOptions')
      return Object.entries((content ?? {}) as Members).flatMap(([field, values]) =>
        ((values ?? []) as readonly string[]).map((value) => `${section} ${field}/${value}`),
      );
    return listOf(content).flatMap((item) => [
      nameIn(section as Section, item),
      ...listOf(item['sectors']).map((sector) => `sectors ${String(item['key'])}/${String(sector['key'])}`),
    ]);
  });
}

function nameIn(section: Section, item: Members): string {
  const [, name] = KINDS[section];
  return `${section} ${typeof name === 'string' ? String(item[name]) : name(item)}`;
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? (value as readonly Members[]) : [];
}
