import { SystemClock } from '@furrow/kernel';
import { withDatabase } from '../connection.ts';
import { type AppliedFarm, applyFarm } from '../farm-file/apply-farm.ts';
import { readFarmFile } from '../farm-file/read-farm-file.ts';
import { type Answer, table } from '../output.ts';

export async function apply(path: string, options: { prune: boolean }): Promise<Answer> {
  const farm = await readFarmFile(path);
  return withDatabase(async (database) => {
    const applied = await applyFarm(database, new SystemClock(), farm, { ...options, warn });
    return { document: applied, text: summary(farm.company.name, applied) };
  });
}

/** Beside the answer, which programs read. */
function warn(warning: string): void {
  process.stderr.write(`Warning: ${warning}\n`);
}

const SECTIONS = [
  'users',
  'projects',
  'sectors',
  'qualities',
  'forms',
  'tasks',
  'devices',
  'apiTokens',
] as const;

function summary(name: string, applied: AppliedFarm): string {
  const counted = SECTIONS.map((section) => [section, Object.keys(applied[section]).length]);
  const secrets = [
    ...Object.entries(applied.apiTokens).map(([token, { credential }]) => ['API token', token, credential]),
    ...Object.entries(applied.devices).map(([device, { deviceSecret }]) => ['device', device, deviceSecret]),
  ].filter(([, , secret]) => secret !== undefined);
  return [
    `${name} (${applied.companyId}) is as the file says:`,
    table(['SECTION', 'IN THE FILE'], counted),
    ...(secrets.length > 0
      ? ['', 'Made just now; it cannot be shown again:', table(['KIND', 'NAME', 'SECRET'], secrets)]
      : []),
  ].join('\n');
}
