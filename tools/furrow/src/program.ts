import { readFileSync } from 'node:fs';
import { Argument, Command, CommanderError, Help, Option } from 'commander';
import type { ApplyOptions } from './commands/apply.ts';
import type { AuditOptions } from './commands/audit.ts';
import { completion, type Shell, SHELLS } from './commands/completion.ts';
import type { CreateCompanyOptions } from './commands/create-company.ts';
import type { DeviceOptions } from './commands/device.ts';
import type { DistributeOptions } from './commands/distribute.ts';
import type { ImportOptions } from './commands/import-harvest.ts';
import type { JwtOptions } from './commands/jwt.ts';
import type { SweepOptions } from './commands/media.ts';
import type { TokenOptions } from './commands/token.ts';
import { DATE_ORDERS } from './harvest-file/date-orders.ts';
import { type Answer, print } from './output.ts';

// Commands are imported when they are called, because `furrow jwt` runs often and needs few modules.

interface CompanyOption {
  readonly company: string;
}

/** @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode; // commander has printed the message
    const { sentenceFor } = await import('./failure.ts');
    process.stderr.write(`${sentenceFor(error)}\n`);
    return 1;
  }
}

/** A key id in the format of "token issue". */
const KEY_IDS = `
A key id is the part of a credential before the dot, such as fk_5d2f0c9b7a4e1836f0a2;
"furrow token list --company KEY" lists them.`;

const DISTRIBUTE = `
Stop the API and the gateways first, and make a backup. The command works on the coordinator's database in
DATABASE_OWNER_URL. An interrupted run is continued by the next one. Run it again after migrations that add tables.
Only a restore undoes it. docs/scale.md lists what was run, and what to avoid.`;

/** Marks required options, which commander does not. */
function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}

function program(): Command {
  const furrow = new Command('furrow')
    .description("The operator's command line of Furrow. It works on the running system's database.")
    .version(versionOfProgram(), '--version', 'print the version of Furrow')
    .configureHelp({ optionDescription })
    .exitOverride();
  // In the order in which --help shows them.
  addApply(furrow);
  addTokens(furrow);
  addDevices(furrow);
  addJwt(furrow);
  addImport(furrow);
  addInstallation(furrow);
  addLists(furrow);
  addCompletion(furrow);
  return furrow;
}

function addApply(furrow: Command): void {
  command(furrow, 'apply <file>', 'apply a farm file (YAML or JSON); repeating it changes nothing')
    .option('--prune', 'deactivate items that the file leaves out', false)
    .option('--dry-run', 'print what would be created and changed, without writing anything', false)
    .action(
      answer(async (file: string, options: ApplyOptions) =>
        (await import('./commands/apply.ts')).apply(file, options),
      ),
    );
}

function addTokens(furrow: Command): void {
  const token = furrow.command('token').description('manage API tokens, with which programs read data');
  command(token, 'issue', 'create a token and show its credential once')
    .requiredOption('--company <key>', 'company whose data it may read')
    .requiredOption('--name <name>', 'its purpose; a name has one current token')
    .requiredOption('--scope <scope...>', 'permissions: read:production, read:phytosanitary')
    .option('--expires-in <duration>', 'lifetime, such as 30d; unlimited by default')
    .action(
      answer(async (options: TokenOptions) => (await import('./commands/token.ts')).issueToken(options)),
    );
  command(token, 'list', 'list the tokens of a company, newest first')
    .requiredOption('--company <key>', 'company whose tokens to list')
    .action(
      answer(async ({ company }: CompanyOption) => (await import('./commands/token.ts')).listTokens(company)),
    );
  command(
    token,
    'rotate <keyId>',
    'replace a token and show the new credential once; the old one stays valid for the overlap',
  )
    .addHelpText('after', KEY_IDS)
    .option('--overlap <duration>', 'how long the old credential stays valid', '24h')
    .action(
      answer(async (keyId: string, { overlap }: { overlap: string }) =>
        (await import('./commands/token.ts')).rotateToken(keyId, overlap),
      ),
    );
  command(token, 'revoke <keyId>', 'invalidate a token at once')
    .addHelpText('after', KEY_IDS)
    .action(answer(async (keyId: string) => (await import('./commands/token.ts')).revokeToken(keyId)));
}

function addDevices(furrow: Command): void {
  const device = furrow.command('device').description('manage devices, which send readings');
  command(device, 'register <deviceId>', 'register a device and show its secret once')
    .requiredOption('--company <key>', 'company that the device belongs to')
    .requiredOption('--project <key>', 'project where the device is')
    .option('--sector <key>', 'sector of the project where the device is')
    .action(
      answer(async (deviceId: string, options: DeviceOptions) =>
        (await import('./commands/device.ts')).registerDevice(deviceId, options),
      ),
    );
  command(device, 'list', 'list the devices of a company')
    .requiredOption('--company <key>', 'company whose devices to list')
    .action(
      answer(async ({ company }: CompanyOption) =>
        (await import('./commands/device.ts')).listDevices(company),
      ),
    );
  command(
    device,
    'rotate <deviceId>',
    'replace the secret and show the new one once; the old one is invalid at once',
  ).action(answer(async (deviceId: string) => (await import('./commands/device.ts')).rotateDevice(deviceId)));
  command(device, 'revoke <deviceId>', 'revoke the access of a device at once').action(
    answer(async (deviceId: string) => (await import('./commands/device.ts')).revokeDevice(deviceId)),
  );
}

function addJwt(furrow: Command): void {
  command(furrow, 'jwt', 'print a JWT for a user, signed with the development keys')
    .requiredOption('--idp-id <id>', 'idpId of the user')
    .option('--mobile', 'issue a JWT of the mobile app', false)
    .option('--expires-in <duration>', 'lifetime', '1h')
    .action(answer(async (options: JwtOptions) => (await import('./commands/jwt.ts')).jwt(options)));
}

function addImport(furrow: Command): void {
  command(
    furrow.command('import').description('import historical data'),
    'harvest <file>',
    'import past harvests from a CSV file as closed sessions; repeating it changes nothing',
  )
    .requiredOption('--company <key>', 'company that the harvest belongs to')
    .requiredOption('--project <key>', 'project of the sectors in the file')
    .requiredOption('--owner <idpId>', 'user who owns the sessions; must be the same in repeated imports')
    .option(
      '--map <pairs>',
      'column headings by field, such as day=Date,sector=Field,worker=Who,units=Qty,unit=Unit,quality=Grade',
    )
    .addOption(new Option('--date-order <order>', 'how to read 05/07/2019').choices(DATE_ORDERS))
    .option('--price <amount>', 'price per unit of the created sessions, such as 0.42')
    .option('--create-missing', 'create missing sectors, workers and qualities', false)
    .option('--dry-run', 'print what would be imported, without writing anything', false)
    .action(
      answer(async (file: string, options: ImportOptions) =>
        (await import('./commands/import-harvest.ts')).importHarvest(file, options),
      ),
    );
}

function addInstallation(furrow: Command): void {
  command(furrow, 'audit', 'print the audit trail: the latest entries, in order of time')
    .requiredOption('--company <key>', 'company whose trail to read')
    .option('--since <time>', 'start time, such as 2026-05-01T08:00:00Z, or age, such as 7d')
    .option('--subject <id>', 'id of a changed object: a session, record, worker, user, token or device')
    .option('--limit <count>', 'maximum number of entries', '1000')
    .action(answer(async (options: AuditOptions) => (await import('./commands/audit.ts')).audit(options)));

  command(furrow, 'migrate', "migrate the database's schema to this version").action(
    answer(async () => (await import('./commands/migrate.ts')).migrateAll()),
  );

  command(furrow, 'distribute', 'move the tables of companies to the workers of a Citus; may be repeated')
    .addHelpText('after', DISTRIBUTE)
    .requiredOption(
      '--shards <count>',
      'the number of parts of each table, such as 32: 2 to 4 for each core that the workers will ever have',
    )
    .action(
      answer(async (options: DistributeOptions) =>
        (await import('./commands/distribute.ts')).distributeTables(options),
      ),
    );

  const keys = furrow
    .command('keys')
    .description('manage the keys that sign IoT tokens, media links and trial JWTs');
  command(keys, 'backup <file>', 'write all keys into a new file that only its owner can read').action(
    answer(async (file: string) => (await import('./commands/keys.ts')).backUpKeys(file)),
  );
  command(keys, 'restore <file>', 'restore missing keys into FURROW_HOME').action(
    answer(async (file: string) => (await import('./commands/keys.ts')).restoreKeys(file)),
  );

  command(
    furrow.command('media').description('manage photos, audio and signatures'),
    'sweep',
    'remove files that no row refers to, such as those left by a restore of an older dump',
  )
    .option('--older-than <duration>', 'keep files newer than this', '7d')
    .option('--even-all', 'proceed even if the database refers to none of the files', false)
    .option('--dry-run', 'count the files without removing any', false)
    .action(
      answer(async (options: SweepOptions) => (await import('./commands/media.ts')).sweepStrays(options)),
    );

  command(furrow, 'doctor', 'examine this installation, and say how to fix problems').action(
    answer(async () => (await import('./commands/doctor.ts')).doctor()),
  );
}

function addLists(furrow: Command): void {
  const company = furrow.command('company').description('create and list companies');
  command(
    company,
    'create <key>',
    'create a company and invite its first admin, who sets it up in the console',
  )
    .requiredOption('--admin <email>', 'e-mail address with which the first admin signs in')
    .option('--name <name>', 'display name; the key by default')
    .option(
      '--timezone <zone>',
      'IANA time zone, such as America/Santiago; the one of this machine by default',
    )
    .action(
      answer(async (key: string, options: CreateCompanyOptions) =>
        (await import('./commands/create-company.ts')).createCompany(key, options),
      ),
    );
  command(company, 'list', 'list the companies of this installation').action(
    answer(async () => (await import('./commands/lists.ts')).listCompanies()),
  );
  command(
    furrow.command('project').description('list projects and sectors'),
    'list',
    'list the projects of a company',
  )
    .requiredOption('--company <key>', 'company whose projects to list')
    .action(
      answer(async ({ company }: CompanyOption) =>
        (await import('./commands/lists.ts')).listProjects(company),
      ),
    );
  command(furrow.command('user').description('list users'), 'list', 'list the users of a company')
    .requiredOption('--company <key>', 'company whose users to list')
    .action(
      answer(async ({ company }: CompanyOption) => (await import('./commands/lists.ts')).listUsers(company)),
    );
}

function addCompletion(furrow: Command): void {
  command(furrow, 'completion', 'print a completion script for a shell: furrow completion bash >> ~/.bashrc')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(SHELLS))
    .action(answer(async (shell: Shell) => completion(furrow, shell)));
}

function versionOfProgram(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function command(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print a single JSON document', false);
}

/** Prints the result of `work`; commander passes the arguments, then the options, then the command. */
function answer(work: (...given: never[]) => Promise<Answer>): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const { json } = given.at(-2) as { json: boolean };
    const answered = await work(...(given as never[]));
    print(answered, json);
    if (answered.exitCode === 1)
      throw new CommanderError(1, 'furrow.failed', 'the printed result is a failure');
  };
}
