import { readFileSync } from 'node:fs';
import { Argument, Command, CommanderError, Option } from 'commander';
import type { ApplyWish } from './commands/apply.ts';
import type { AuditWish } from './commands/audit.ts';
import { completion, type Shell, SHELLS } from './commands/completion.ts';
import type { DeviceWish } from './commands/device.ts';
import type { ImportWish } from './commands/import-harvest.ts';
import type { JwtWish } from './commands/jwt.ts';
import type { SweepWish } from './commands/media.ts';
import type { TokenWish } from './commands/token.ts';
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
A key id is what stands before the point of a credential, such as fk_5d2f0c9b7a4e1836f0a2;
"furrow token list --company KEY" shows them.`;

function program(): Command {
  const furrow = new Command('furrow')
    .description("The operator's command line of Furrow. It works on the running system's database.")
    .version(versionOfProgram(), '--version', 'print the version of Furrow')
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
  command(furrow, 'apply <file>', 'make what a YAML or JSON file says; doing it twice changes nothing')
    .option('--prune', 'deactivate what the file leaves out', false)
    .option('--dry-run', 'say what would be created and changed, member by member, and write nothing', false)
    .action(
      answer(async (file: string, options: ApplyWish) =>
        (await import('./commands/apply.ts')).apply(file, options),
      ),
    );
}

function addTokens(furrow: Command): void {
  const token = furrow.command('token').description('API tokens, which let programs read');
  command(token, 'issue', 'make a token; its credential is shown this once')
    .requiredOption('--company <key>', 'company that it reads')
    .requiredOption('--name <name>', 'what it is for; a name has one current token')
    .requiredOption('--scope <scope...>', 'what it may do: read:production, read:phytosanitary')
    .option('--expires-in <duration>', 'how long it serves, such as 30d; for ever without')
    .action(answer(async (options: TokenWish) => (await import('./commands/token.ts')).issueToken(options)));
  command(token, 'list', 'the tokens of a company, newest first')
    .requiredOption('--company <key>', 'company whose tokens to list')
    .action(
      answer(async ({ company }: CompanyOption) => (await import('./commands/token.ts')).listTokens(company)),
    );
  command(
    token,
    'rotate <keyId>',
    'make its successor, shown this once; the old one serves on for the overlap',
  )
    .addHelpText('after', KEY_IDS)
    .option('--overlap <duration>', 'how long the old credential still serves', '24h')
    .action(
      answer(async (keyId: string, { overlap }: { overlap: string }) =>
        (await import('./commands/token.ts')).rotateToken(keyId, overlap),
      ),
    );
  command(token, 'revoke <keyId>', 'end a token now, everywhere')
    .addHelpText('after', KEY_IDS)
    .action(answer(async (keyId: string) => (await import('./commands/token.ts')).revokeToken(keyId)));
}

function addDevices(furrow: Command): void {
  const device = furrow.command('device').description('devices, which send readings');
  command(device, 'register <deviceId>', 'make a device known; its secret is shown this once')
    .requiredOption('--company <key>', 'company that it belongs to')
    .requiredOption('--project <key>', 'project where it stands')
    .option('--sector <key>', 'sector of the project where it stands')
    .action(
      answer(async (deviceId: string, options: DeviceWish) =>
        (await import('./commands/device.ts')).registerDevice(deviceId, options),
      ),
    );
  command(device, 'list', 'the devices of a company')
    .requiredOption('--company <key>', 'company whose devices to list')
    .action(
      answer(async ({ company }: CompanyOption) =>
        (await import('./commands/device.ts')).listDevices(company),
      ),
    );
  command(
    device,
    'rotate <deviceId>',
    'make another secret, shown this once; the old one is dead at once',
  ).action(answer(async (deviceId: string) => (await import('./commands/device.ts')).rotateDevice(deviceId)));
  command(device, 'revoke <deviceId>', 'shut a device out now, everywhere').action(
    answer(async (deviceId: string) => (await import('./commands/device.ts')).revokeDevice(deviceId)),
  );
}

function addJwt(furrow: Command): void {
  command(furrow, 'jwt', 'print a JWT for a user, signed with the development keys')
    .requiredOption('--idp-id <id>', 'who it is for: the idpId of a user')
    .option('--mobile', 'a JWT of the mobile app', false)
    .option('--expires-in <duration>', 'how long it serves', '1h')
    .action(answer(async (options: JwtWish) => (await import('./commands/jwt.ts')).jwt(options)));
}

function addImport(furrow: Command): void {
  command(
    furrow.command('import').description('what was kept elsewhere before'),
    'harvest <file>',
    'bring history in from a CSV file, as closed sessions; doing it twice changes nothing',
  )
    .requiredOption('--company <key>', 'company that it belongs to')
    .requiredOption('--project <key>', 'project whose sectors it names')
    .requiredOption('--owner <idpId>', 'user who answers for the sessions; a repeat needs the same one')
    .option(
      '--map <pairs>',
      'its columns, such as day=Date,sector=Field,worker=Who,units=Qty,unit=Unit,quality=Grade',
    )
    .addOption(new Option('--date-order <order>', 'what 05/07/2019 is').choices(DATE_ORDERS))
    .option('--price <amount>', 'what a unit was worth, such as 0.42: of the sessions that it makes')
    .option('--create-missing', 'make sectors, workers and qualities that are not there', false)
    .option('--dry-run', 'say what would happen and write nothing', false)
    .action(
      answer(async (file: string, options: ImportWish) =>
        (await import('./commands/import-harvest.ts')).importHarvest(file, options),
      ),
    );
}

function addInstallation(furrow: Command): void {
  command(furrow, 'audit', 'who did what: in the order of time, the latest')
    .requiredOption('--company <key>', 'company whose trail to read')
    .option('--since <time>', 'from when on, such as 2026-05-01T08:00:00Z or 7d')
    .option('--subject <id>', 'what it was done to: a session, record, worker, user, token or device')
    .option('--limit <count>', 'how many entries at most', '1000')
    .action(answer(async (options: AuditWish) => (await import('./commands/audit.ts')).audit(options)));

  command(furrow, 'migrate', "bring the database's schema up to date").action(
    answer(async () => (await import('./commands/migrate.ts')).migrateAll()),
  );

  const keys = furrow.command('keys').description('what signs IoT tokens, links to media and trial JWTs');
  command(keys, 'backup <file>', 'write them into a new file that its owner alone may read').action(
    answer(async (file: string) => (await import('./commands/keys.ts')).backUpKeys(file)),
  );
  command(keys, 'restore <file>', 'put them back into FURROW_HOME where they are missing').action(
    answer(async (file: string) => (await import('./commands/keys.ts')).restoreKeys(file)),
  );

  command(
    furrow.command('media').description('photos, audio and signatures'),
    'sweep',
    'remove what no row of the database knows, as a restore of an older dump leaves it',
  )
    .option('--older-than <duration>', 'leave what was stored more lately', '7d')
    .option('--even-all', 'also where the database knows none of them', false)
    .option('--dry-run', 'count them and remove nothing', false)
    .action(answer(async (options: SweepWish) => (await import('./commands/media.ts')).sweepStrays(options)));

  command(furrow, 'doctor', 'say what is wrong with this installation, and what to do about it').action(
    answer(async () => (await import('./commands/doctor.ts')).doctor()),
  );
}

function addLists(furrow: Command): void {
  command(
    furrow.command('company').description('companies'),
    'list',
    'every company of this installation',
  ).action(answer(async () => (await import('./commands/lists.ts')).listCompanies()));
  command(furrow.command('project').description('projects and sectors'), 'list', 'the projects of a company')
    .requiredOption('--company <key>', 'company whose projects to list')
    .action(
      answer(async ({ company }: CompanyOption) =>
        (await import('./commands/lists.ts')).listProjects(company),
      ),
    );
  command(furrow.command('user').description('users'), 'list', 'the users of a company')
    .requiredOption('--company <key>', 'company whose users to list')
    .action(
      answer(async ({ company }: CompanyOption) => (await import('./commands/lists.ts')).listUsers(company)),
    );
}

function addCompletion(furrow: Command): void {
  command(furrow, 'completion', 'print a script for a shell: furrow completion bash >> ~/.bashrc')
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
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
    .option('--json', 'print one JSON document and nothing else', false);
}

/** Prints the result of `work`; commander passes the arguments, then the options, then the command. */
function answer(work: (...given: never[]) => Promise<Answer>): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const { json } = given.at(-2) as { json: boolean };
    const answered = await work(...(given as never[]));
    print(answered, json);
    if (answered.exitCode === 1) throw new CommanderError(1, 'furrow.badNews', 'what it printed');
  };
}
