import type { Transaction } from '@furrow/platform';

/** Where what a farm file states is kept, and what tells one from another there. */
const KEPT = {
  company: ['access.companies', 'company_id'],
  users: ['access.users', 'user_id'],
  projects: ['agronomy.projects', 'project_id'],
  sectors: ['agronomy.sectors', 'sector_id'],
  workerOptions: ['workforce.options', `field || '/' || value`],
  qualities: ['production.qualities', 'quality_id'],
  forms: ['forms.forms', 'form_id'],
  tasks: ['forms.tasks', 'task_id'],
  devices: ['access.devices', 'device_id'],
  apiTokens: ['access.api_tokens', 'key_id'],
} as const;
type Section = keyof typeof KEPT;

/** How many of a section's things a run made, changed and left as they were, those that the file leaves out included. */
export interface Changed {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
}
export type Changes = Readonly<Record<Section, Changed>>;

/** By section and id, a digest of each row. */
export type Census = ReadonlyMap<string, string>;

const CENSUS = Object.entries(KEPT)
  .map(
    ([section, [table, id]]) =>
      // Use is no change.
      `SELECT '${section}' AS section, (${id})::text AS id, md5((to_jsonb(t) - 'last_used_at')::text) AS digest FROM ${table} t`,
  )
  .join(' UNION ALL ');

/** What the company of a transaction has, as that transaction sees it. */
export async function censusOf(tx: Transaction): Promise<Census> {
  const rows = await tx.query<{ section: string; id: string; digest: string }>(CENSUS);
  return new Map(rows.map(({ section, id, digest }) => [`${section} ${id}`, digest]));
}

export function changesBetween(before: Census, after: Census): Changes {
  const counts = Object.fromEntries(
    Object.keys(KEPT).map((section) => [section, { created: 0, changed: 0, unchanged: 0 }]),
  ) as Record<Section, { created: number; changed: number; unchanged: number }>;
  for (const [name, digest] of after) {
    const count = counts[name.slice(0, name.indexOf(' ')) as Section];
    const known = before.get(name);
    if (known === undefined) count.created++;
    else if (known === digest) count.unchanged++;
    else count.changed++;
  }
  return counts;
}
