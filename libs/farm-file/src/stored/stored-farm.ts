import { createHash } from 'node:crypto';
import type { Transaction } from '@furrow/database';
import { censusOf, type Kept, type Section } from './census.ts';
import { type FarmSize, sizeOf } from './farm-size.ts';
import { type Members, statedItems } from './stated-items.ts';

/** A company's farm file as it stands. */
export interface StoredFarm {
  /** Everything that `furrow apply` knows, inactive items included; no secrets. */
  readonly farm: Members;
  /** The same item by item, with members as the file states them; of a sector `project/sector` is the name. */
  readonly items: readonly Kept[];
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
  const items = statedItems(kept, boundaries);
  const text = JSON.stringify(kept);
  const size = await sizeOf(tx, kept, text);
  return { farm: farmOfItems(items), items, version: versionOf(text), formVersions, size };
}

/** Of the JSON of what is stored in the file's words; outlines by their digest. */
function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

async function boundariesOf(tx: Transaction): Promise<ReadonlyMap<string, unknown>> {
  const rows = await tx.query<{ id: string; boundary: unknown }>(
    'SELECT sector_id AS id, boundary FROM agronomy.sectors WHERE company_id = $1 AND boundary IS NOT NULL',
    [tx.companyId],
  );
  return new Map(rows.map(({ id, boundary }) => [id, boundary]));
}

/** The lists of a farm file, in the order in which it is read. */
const LISTS = [
  ...(['qualities', 'containers', 'prices', 'forms', 'tasks', 'devices', 'apiTokens'] as const),
  ...(['payPolicies', 'payRates', 'projectWages', 'restRules', 'alerts'] as const),
] satisfies readonly Section[];

function farmOfItems(items: readonly Kept[]): Members {
  const bySection = Map.groupBy(items, ({ section }) => section);
  const of = (section: Section) => (bySection.get(section) ?? []).map(({ members }) => members);
  const [company] = of('company');
  const sectors = Map.groupBy(bySection.get('sectors') ?? [], ({ name }) => name.slice(0, name.indexOf('/')));
  const projects = of('projects').map((project) => ({
    ...project,
    sectors: (sectors.get(String(project['key'])) ?? []).map(({ members }) => members),
  }));
  return {
    ...{ company, users: of('users'), projects, workerOptions: optionsOf(of('workerOptions')) },
    ...Object.fromEntries(LISTS.map((section) => [section, of(section)])),
  };
}

function optionsOf(options: readonly Members[]): Members {
  const values: Record<string, string[]> = { position: [], employment_type: [], status: [], group: [] };
  for (const { field, value } of options) values[String(field)]?.push(String(value));
  return values;
}
