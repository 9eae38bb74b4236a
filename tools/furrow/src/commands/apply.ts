import { type AppliedFarm, applyFarm, type Change, countsOf, type FarmFile } from '@furrow/farm-file';
import { SystemClock } from '@furrow/kernel';
import { withDatabase } from '../connection.ts';
import { type Answer, table } from '../output.ts';
import { readFarmFile } from '../read-farm-file.ts';

export interface ApplyOptions {
  readonly prune: boolean;
  readonly dryRun: boolean;
}

export async function apply(path: string, { prune, dryRun }: ApplyOptions): Promise<Answer> {
  const farm = await readFarmFile(path);
  return withDatabase(async (database) => {
    const options = { prune, dryRun, warn };
    const { applied, changes } = await applyFarm(database, new SystemClock(), farm, options);
    return dryRun
      ? { document: plan(changes), text: forecast(farm, applied, changes) }
      : { document: applied, text: summary(farm, applied, changes) };
  });
}

/** Prints to stderr, because programs read the answer on stdout. */
function warn(warning: string): void {
  process.stderr.write(`Warning: ${warning}\n`);
}

/** How many items of a section the file states; undefined for sections without ids to print. */
function declared(applied: AppliedFarm, section: string): number | undefined {
  const ids = new Map<string, unknown>(Object.entries(applied)).get(section);
  return typeof ids === 'object' && ids !== null ? Object.keys(ids).length : undefined;
}

function countTable(applied: AppliedFarm, changes: readonly Change[]): string {
  const rows = Object.entries(countsOf(changes)).map(([section, { created, changed, unchanged }]) => [
    ...[section, declared(applied, section), created, changed, unchanged],
  ]);
  return table(['SECTION', 'IN THE FILE', 'CREATED', 'CHANGED', 'UNCHANGED'], rows);
}

/** @returns undefined where nothing changed */
function inShort(changes: readonly Change[]): string | undefined {
  const count = (kind: Change['change']) => changes.filter(({ change }) => change === kind).length;
  const [created, changed] = [count('created'), count('changed')];
  return created + changed === 0 ? undefined : `${created} created, ${changed} changed`;
}

function summary({ company: { name } }: FarmFile, applied: AppliedFarm, changes: readonly Change[]): string {
  const secrets = [
    ...Object.entries(applied.apiTokens).map(([token, { credential }]) => ['API token', token, credential]),
    ...Object.entries(applied.devices).map(([device, { deviceSecret }]) => ['device', device, deviceSecret]),
  ].filter(([, , secret]) => secret !== undefined);
  return [
    `Applied to ${name} (${applied.companyId}): ${inShort(changes) ?? 'nothing changed'}.`,
    countTable(applied, changes),
    ...(secrets.length > 0
      ? ['', 'Created by this run; it cannot be shown again:', table(['KIND', 'NAME', 'SECRET'], secrets)]
      : []),
  ].join('\n');
}

/** The JSON output of a dry run. */
function plan(changes: readonly Change[]) {
  return {
    dryRun: true,
    sections: countsOf(changes),
    changes: changes
      .filter(({ change }) => change !== 'unchanged')
      .map(({ members, ...change }) => ({
        ...change,
        members: members.map(({ member, from = null, to = null }) => ({ member, from, to })),
      })),
  };
}

/** The text output of a dry run. */
function forecast({ company: { name } }: FarmFile, applied: AppliedFarm, changes: readonly Change[]): string {
  const json = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value));
  const lines = changes
    .filter(({ change }) => change !== 'unchanged')
    .flatMap(({ section, name: thing, change, members }) => [
      `${change === 'created' ? '+' : '~'} ${section} ${thing}`,
      ...members.map(({ member, from, to }) => `    ${member}: ${json(from)} → ${json(to)}`),
    ]);
  const what = inShort(changes);
  return [
    what === undefined
      ? `Dry run: ${name} matches the file; nothing would change.`
      : `Dry run for ${name}, nothing was written: ${what}.`,
    ...lines,
    countTable(applied, changes),
  ].join('\n');
}
