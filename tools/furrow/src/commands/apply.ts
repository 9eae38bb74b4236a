import { SystemClock } from '@furrow/kernel';
import { withDatabase } from '../connection.ts';
import { type AppliedFarm, applyFarm } from '../farm-file/apply-farm.ts';
import type { Changed, Changes } from '../farm-file/changes.ts';
import type { FarmFile } from '../farm-file/farm-file.ts';
import { readFarmFile } from '../farm-file/read-farm-file.ts';
import { type Answer, table } from '../output.ts';

export async function apply(path: string, options: { prune: boolean }): Promise<Answer> {
  const farm = await readFarmFile(path);
  return withDatabase(async (database) => {
    const { applied, changes } = await applyFarm(database, new SystemClock(), farm, { ...options, warn });
    return { document: applied, text: summary(farm, applied, changes) };
  });
}

/** Beside the answer, which programs read. */
function warn(warning: string): void {
  process.stderr.write(`Warning: ${warning}\n`);
}

/** How many of a section are in the file; undefined of what has no ids to print. */
function stated(applied: AppliedFarm, section: string): number | undefined {
  const ids = new Map<string, unknown>(Object.entries(applied)).get(section);
  return typeof ids === 'object' && ids !== null ? Object.keys(ids).length : undefined;
}

function summary({ company: { name } }: FarmFile, applied: AppliedFarm, changes: Changes): string {
  const counted = Object.entries(changes).map(([section, { created, changed, unchanged }]) => [
    ...[section, stated(applied, section), created, changed, unchanged],
  ]);
  const sum = (of: (change: Changed) => number) =>
    Object.values(changes).reduce((all, each) => all + of(each), 0);
  const [created, changed] = [sum((each) => each.created), sum((each) => each.changed)];
  const done = created + changed === 0 ? 'nothing changed' : `${created} created, ${changed} changed`;
  const secrets = [
    ...Object.entries(applied.apiTokens).map(([token, { credential }]) => ['API token', token, credential]),
    ...Object.entries(applied.devices).map(([device, { deviceSecret }]) => ['device', device, deviceSecret]),
  ].filter(([, , secret]) => secret !== undefined);
  return [
    `${name} (${applied.companyId}) is as the file says: ${done}.`,
    table(['SECTION', 'IN THE FILE', 'CREATED', 'CHANGED', 'UNCHANGED'], counted),
    ...(secrets.length > 0
      ? ['', 'Made just now; it cannot be shown again:', table(['KIND', 'NAME', 'SECRET'], secrets)]
      : []),
  ].join('\n');
}
