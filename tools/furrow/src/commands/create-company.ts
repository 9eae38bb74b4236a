import { wireAccess } from '@furrow/access';
import { type AppliedFarm, applyFarm, farmOf } from '@furrow/farm-file';
import { SystemClock, ValidationFailed } from '@furrow/kernel';
import { configuration } from '../configuration.ts';
import { withDatabase } from '../connection.ts';
import type { Answer } from '../output.ts';
import { readyFile, readyIn } from '../ready-file.ts';
import { Refusal } from '../refusal.ts';

export interface CreateCompanyOptions {
  /** The e-mail address of the first admin, who is invited. */
  readonly admin: string;
  readonly name?: string;
  readonly timezone?: string;
}

/** What a farm sets itself up with: a company, and somebody who may do the rest in the console. */
export async function createCompany(
  key: string,
  {
    admin,
    name = key,
    timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }: CreateCompanyOptions,
): Promise<Answer> {
  const person = { email: admin, name: admin.split('@')[0] ?? admin, role: 'admin' };
  const farm = await farmOf({ company: { key, name, timezone }, users: [person] }, 'The company').catch(
    (error: unknown) => {
      throw inOptions(error);
    },
  );
  return withDatabase(async (database) => {
    const clock = new SystemClock();
    if ((await wireAccess(database, clock).findCompany.execute(key)) !== undefined)
      throw new Refusal(`There is a company "${key}" already; furrow apply changes it.`);
    const options = { prune: false, dryRun: false, warn: () => undefined };
    const { applied } = await applyFarm(database, clock, farm, options).catch((error: unknown) => {
      throw inOptions(error);
    });
    return { document: documentOf(applied, admin), text: textOf(name, admin, await consoleUrl()) };
  });
}

function documentOf({ companyId, users }: AppliedFarm, admin: string) {
  return { companyId, admin: { userId: users[admin], email: admin, status: 'invited' } };
}

/** Where the rest is set up, as far as it is known here. */
async function consoleUrl(): Promise<string> {
  const { api, home } = configuration();
  const ready = await readyIn(readyFile(home));
  const url = api.publicUrl ?? (ready === 'unreadable' ? undefined : ready?.apiUrl);
  return url === undefined ? '/console/settings of the API' : `${url}/console/settings`;
}

const textOf = (name: string, admin: string, url: string) =>
  `${name} was created, and ${admin} is invited as its admin. Whoever signs in with that e-mail address, verified by the ` +
  'identity provider, is the admin from then on. With development keys the page lists them. Everything else is set up ' +
  `there:\n  ${url}`;

/** The problems of the farm file in the words of the command. */
function inOptions(error: unknown): unknown {
  if (!(error instanceof ValidationFailed)) return error;
  const names: Readonly<Record<string, string>> = {
    'company.key': 'KEY',
    'company.name': '--name',
    'company.timezone': '--timezone',
    'users[0].email': '--admin',
    'users[0].name': '--admin',
  };
  const told = error.details.map(({ field, message }) => `${names[field] ?? field} ${message}`);
  return new Refusal(`${[...new Set(told)].join('\n')}\nNothing was created.`);
}
