import type { FarmChange, FarmFile, FarmPart, Members } from './farm-file.ts';

/** Sections by the kind of their items, without sectors and options. */
const SECTIONS = {
  user: 'users',
  project: 'projects',
  quality: 'qualities',
  container: 'containers',
  price: 'prices',
  payPolicy: 'payPolicies',
  payRate: 'payRates',
  form: 'forms',
  device: 'devices',
} as const;

/**
 * The change that takes changes back: what was there gets its former members, and what was new goes out of use, because
 * nothing of a farm is deleted. An option of workers stays, which cannot be withdrawn.
 */
export function formerOf(changes: readonly FarmChange[], { projects }: Pick<FarmFile, 'projects'>): FarmPart {
  const made = changes.filter(({ action }) => action !== 'unchanged');
  const formerIn = (kind: string) => made.filter((change) => change.kind === kind).map(formerItem);
  const company = made.find(({ kind }) => kind === 'company')?.before;
  const sections = Object.entries(SECTIONS).map(([kind, section]) => [section, formerIn(kind)] as const);
  const filled = Object.fromEntries(sections.filter(([, items]) => items.length > 0));
  const sectors = made.filter(({ kind }) => kind === 'sector');
  return {
    ...(company && { company }),
    ...filled,
    ...(sectors.length > 0 && { projects: withSectors(filled['projects'] ?? [], sectors, projects) }),
  };
}

function formerItem({ before, after }: FarmChange): Members {
  return before ?? { ...after, status: 'inactive' };
}

/** Sectors within their projects, whose other members stay as they are. */
function withSectors(
  former: readonly Members[],
  sectors: readonly FarmChange[],
  current: FarmFile['projects'],
): Members[] {
  const projectOf = ({ key }: FarmChange) => key.slice(0, key.indexOf('/'));
  const keys = new Set(sectors.map(projectOf));
  const named = [...keys].map((key): Members => {
    const { name, timezone } = current.find((one) => one.key === key) ?? {};
    const known = former.find((one) => one['key'] === key) ?? { key, name, timezone };
    return { ...known, sectors: sectors.filter((each) => projectOf(each) === key).map(formerItem) };
  });
  return [...former.filter((one) => !keys.has(String(one['key']))), ...named];
}
