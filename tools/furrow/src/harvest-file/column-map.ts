import { Refusal } from '../refusal.ts';

const HARVEST_FIELDS = ['day', 'sector', 'worker', 'units', 'unit', 'quality'] as const;
export type HarvestField = (typeof HARVEST_FIELDS)[number];
const NEEDED: readonly HarvestField[] = ['day', 'sector', 'worker', 'units'];

/** What Furrow's own exports call them. */
const EXPORTED: Readonly<Partial<Record<HarvestField, string>>> = {
  ...{ sector: 'sector_name', worker: 'worker_name', units: 'validUnits', quality: 'qualityName' },
};

/** Headings of a file by field, as in `--map day=Date,sector=Field`. */
export type StatedMap = ReadonlyMap<HarvestField, string>;

/** @throws Refusal */
export function statedMapOf(text: string | undefined): StatedMap {
  const stated = new Map<HarvestField, string>();
  for (const pair of (text ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const [field = '', ...heading] = pair.split('=');
    const known = HARVEST_FIELDS.find((name) => name === field.trim());
    const column = heading.join('=').trim();
    if (known === undefined || column === '' || stated.has(known))
      throw new Refusal(
        `"${pair.trim()}" in --map is not understood; each of ${HARVEST_FIELDS.join(', ')} may be given once, such as day=Date.`,
      );
    stated.set(known, column);
  }
  return stated;
}

/** The column index of each field. */
export type ColumnMap = ReadonlyMap<HarvestField, number>;

/**
 * An unmapped field is looked up under its own name; unit and quality may be missing.
 * @throws Refusal naming the missing columns and those that exist
 */
export function columnsOf(headings: readonly string[], stated: StatedMap): ColumnMap {
  const names = headings.map(folded);
  const columns = new Map<HarvestField, number>();
  const problems: string[] = [];
  for (const field of HARVEST_FIELDS) {
    const exported = names.includes(folded(field)) ? undefined : EXPORTED[field];
    const heading = stated.get(field) ?? exported ?? field;
    const at = names.indexOf(folded(heading));
    if (at !== names.lastIndexOf(folded(heading))) problems.push(`two columns are called "${heading}"`);
    else if (at >= 0) columns.set(field, at);
    else if (stated.has(field)) problems.push(`there is no column "${heading}"`);
    else if (NEEDED.includes(field)) problems.push(`there is no column for the ${field}`);
  }
  if (problems.length > 0)
    throw new Refusal(
      `The file cannot be read: ${problems.join('; ')}. Its columns are ${headings.join(', ')}; ` +
        'name the right ones with --map, such as --map day=Date,sector=Field.',
    );
  return columns;
}

export function folded(heading: string): string {
  return heading.normalize('NFC').trim().toLowerCase();
}
