import { execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeIf, isOnCitus } from '@furrow/testbed';
import { CommandLine } from './command-line.ts';
import { farm } from './farms.ts';

let furrow: CommandLine;
let away: CommandLine;
beforeAll(async () => {
  furrow = await CommandLine.installed();
  away = await CommandLine.at({});
  await furrow.json('apply', await furrow.file('farm.json', farm('acme')));
});
afterAll(async () => {
  await furrow.remove();
  await away.remove();
});

describe('a command in a process of its own', () => {
  it.each([
    [0, ['token', 'list', '--company', 'acme', '--json']],
    [1, ['token', 'list', '--company', 'nobody']],
  ])('exits with %d, and prints the same as in a shared process', async (code, args) => {
    const outcome = await furrow.runAlone(...args);
    expect(outcome).toEqual(await furrow.run(...args));
    expect(outcome.code).toBe(code);
  });
});

describe('furrow token', () => {
  const list = () =>
    furrow.json<{ keyId: string; name: string; status: string; expiresAt: string | null }[]>(
      'token',
      'list',
      '--company',
      'acme',
    );
  const issue = (...more: string[]) =>
    furrow.json<{ keyId: string; credential: string }>('token', 'issue', '--company', 'acme', ...more);

  it('issues, lists, rotates and revokes', async () => {
    const { keyId, credential } = await issue(
      '--name',
      'both',
      '--scope',
      'read:production',
      'read:phytosanitary',
      '--expires-in',
      '30d',
    );
    expect(credential.startsWith(`${keyId}.`)).toBe(true);
    expect((await list()).find((token) => token.keyId === keyId)).toMatchObject({
      name: 'both',
      status: 'active',
    });

    const next = await furrow.json<{ keyId: string }>('token', 'rotate', keyId, '--overlap', '1h');
    expect(next.keyId).not.toBe(keyId);
    expect((await list()).find((token) => token.keyId === keyId)?.status).toBe('retiring');

    expect(await furrow.json('token', 'revoke', next.keyId)).toEqual({ keyId: next.keyId });
    expect((await list()).find((token) => token.keyId === next.keyId)?.status).toBe('revoked');
    expect(JSON.stringify(await list())).not.toContain(credential.split('.')[1]);
  });

  it.each([
    [
      ['issue', '--company', 'nobody', '--name', 'x', '--scope', 'read:production'],
      'There is no company "nobody"',
    ],
    [['issue', '--company', 'acme', '--name', 'x', '--scope', 'read:all'], '"read:all" is not accepted'],
    [
      ['issue', '--company', 'acme', '--name', 'bi', '--scope', 'read:production'],
      'already has an API token "bi"',
    ],
    [
      ['issue', '--company', 'acme', '--name', 'x', '--scope', 'read:production', '--expires-in', 'soon'],
      '"soon" is not a duration',
    ],
    [['rotate', 'nothing'], 'There is no API token "nothing"'],
    [['revoke', 'nothing'], 'There is no API token "nothing"'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await furrow.run('token', ...args, '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});

describe('furrow device', () => {
  const list = () =>
    furrow.json<{ deviceId: string; projectId: string; sectorId: string | null; status: string }[]>(
      'device',
      'list',
      '--company',
      'acme',
    );
  const register = (deviceId: string, ...more: string[]) =>
    furrow.json<{ deviceId: string; deviceSecret: string }>('device', 'register', deviceId, ...more);

  it('registers, lists, rotates and revokes', async () => {
    const made = await register('ws-99', '--company', 'acme', '--project', 'north', '--sector', 'n1');
    expect(made).toEqual({ deviceId: 'ws-99', deviceSecret: expect.stringMatching(/^[\w-]{43}$/) });
    const find = async () => (await list()).find(({ deviceId }) => deviceId === 'ws-99');
    expect(await find()).toMatchObject({ status: 'active', sectorId: expect.any(String) });

    const rotated = await furrow.json<typeof made>('device', 'rotate', 'ws-99');
    expect(rotated.deviceSecret).not.toBe(made.deviceSecret);
    expect(await furrow.json('device', 'revoke', 'ws-99')).toEqual({ deviceId: 'ws-99' });
    expect((await find())?.status).toBe('revoked');
    expect(JSON.stringify(await list())).not.toContain(rotated.deviceSecret);

    const back = await register('ws-99', '--company', 'acme', '--project', 'south');
    expect(back.deviceSecret).not.toBe(rotated.deviceSecret);
    expect(await find()).toMatchObject({ status: 'active', sectorId: null });
    const { stdout } = await furrow.run('device', 'list', '--company', 'acme');
    expect(stdout).toMatch(/^DEVICE +PROJECT +SECTOR +STATUS +CREATED\n/);
    expect(stdout).toMatch(/ws-99 +south +– +active/);
  });

  it.each([
    [['register', 'x', '--company', 'nobody', '--project', 'north'], 'There is no company "nobody"'],
    [['register', 'x', '--company', 'acme', '--project', 'east'], 'The company has no project "east"'],
    [
      ['register', 'x', '--company', 'acme', '--project', 'north', '--sector', 'n9'],
      'The project north has no sector "n9"',
    ],
    [['register', 'a/b', '--company', 'acme', '--project', 'north'], 'deviceId must have 1 to 64 letters'],
    [
      ['register', 'acme-ws-01', '--company', 'acme', '--project', 'north'],
      'already has a device "acme-ws-01"',
    ],
    [['rotate', 'nothing'], 'There is no device "nothing"'],
    [['revoke', 'nothing'], 'There is no device "nothing"'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await furrow.run('device', ...args, '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});

describe('furrow jwt', () => {
  it('prints only the JWT, without a database', async () => {
    const { code, stdout } = await away.run('jwt', '--idp-id', 'idp|acme-ana', '--expires-in', '90s');
    expect(code).toBe(0);
    const claims = claimsOf(stdout.trim());
    expect(claims['sub']).toBe('idp|acme-ana');
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(90);
  });

  it('distinguishes users of the mobile app', async () => {
    const [user, mobile] = await Promise.all([
      away.json<{ jwt: string }>('jwt', '--idp-id', 'x'),
      away.json<{ jwt: string }>('jwt', '--idp-id', 'x', '--mobile'),
    ]);
    expect(claimsOf(mobile.jwt)['iss']).not.toBe(claimsOf(user.jwt)['iss']);
  });
});

describe('the lists', () => {
  it('are documents for programs', async () => {
    expect(await furrow.json('company', 'list')).toMatchObject([
      { key: 'acme', timezone: 'America/Santiago' },
    ]);
    expect(await furrow.json('user', 'list', '--company', 'acme')).toMatchObject([
      { name: 'Ana Rojas' },
      { name: 'Ben Soto' },
    ]);
    expect(await furrow.json('project', 'list', '--company', 'acme')).toMatchObject([
      {
        key: 'north',
        sectors: [
          { key: 'n1', crop: 'Cherry' },
          { key: 'n2', crop: null },
        ],
      },
      { key: 'south', sectors: [{ key: 'n1', name: 'S1' }] },
    ]);
  });

  it('are tables for people', async () => {
    const [companies, users] = await Promise.all([
      furrow.run('company', 'list'),
      furrow.run('user', 'list', '--company', 'acme'),
    ]);
    expect(companies.stdout).toMatch(
      /^KEY +NAME +TIME ZONE +ID\nacme +acme farms +America\/Santiago +\S+\n$/,
    );
    expect(users.stdout).toMatch(
      /^IDP ID +NAME +E-MAIL +ROLE +STATUS +ID\nidp\|acme-ana +Ana Rojas +\S+ +supervisor +active +\S+\n/,
    );
    const { stdout } = await furrow.run('project', 'list', '--company', 'acme');
    expect(stdout).toMatch(
      /^KEY +NAME +TIME ZONE +STATUS +ID\nnorth +North +America\/Santiago +active +\S+\n {2}north\/n1 +N1 /,
    );
  });
});

describe('furrow audit', () => {
  it('is a table for people', async () => {
    const { stdout } = await furrow.run('audit', '--company', 'acme', '--since', '7d');
    expect(stdout).toMatch(/^AT +WHO +DID +TO +OF +CHANGED +REQUEST\n/);
    expect(stdout).toMatch(/Z +operator \S+ +user\.added +\S+ and \d+ more +– +– +\S+\n/);
  });

  it.each([
    [['--company', 'nobody'], 'There is no company "nobody"'],
    [['--company', 'acme', '--since', 'yesterday'], '"yesterday" is not a time; write one such as'],
    [['--company', 'acme', '--limit', 'all'], '"all" is not a number of entries'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await furrow.run('audit', ...args, '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});

describe('furrow completion', () => {
  it('completes commands, flags, choices and files in bash', async () => {
    const script = await away.file('furrow.bash', (await away.run('completion', 'bash')).stdout);
    const complete = (...words: string[]) => {
      const ask =
        'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _furrow; printf "%s\\n" "${COMPREPLY[@]}"';
      const options = { cwd: away.home, encoding: 'utf8' } as const;
      return execFileSync('bash', ['-c', ask, script, 'furrow', ...words], options)
        .trim()
        .split('\n');
    };
    expect(complete('')).toEqual(expect.arrayContaining(['apply', 'token', 'import', 'doctor', '--help']));
    expect(complete('to')).toEqual(['token']);
    expect(complete('token', 're')).toEqual(['revoke']);
    expect(complete('token', 'issue', '--company', 'acme', '--s')).toEqual(['--scope']);
    expect(complete('token', 'issue', '--company', '')).toEqual(['']);
    expect(complete('import', 'harvest', '--d')).toEqual(['--date-order', '--dry-run']);
    expect(complete('import', 'harvest', 'x.csv', '--date-order', '')).toEqual(['dmy', 'mdy']);
    expect(complete('apply', 'furrow.b')).toEqual(['furrow.bash']);
    expect(complete('completion', 'f')).toEqual(['fish']);
  });

  it.each([
    ['zsh', 'bashcompinit'],
    [
      'fish',
      "complete -c furrow -n '__fish_seen_subcommand_from token; and __fish_seen_subcommand_from issue' -l scope",
    ],
  ])('has a script for %s', async (shell, part) => {
    expect((await away.json<{ script: string }>('completion', shell)).script).toContain(part);
  });
});

describe('furrow keys', () => {
  const names = ['iot-token', 'media-url', 'user-jwt.pem'];
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it('are backed up for their owner only, and restored where they are missing', async () => {
    const given = { IOT_TOKEN_KEY: 'i'.repeat(32), MEDIA_URL_KEY: 'm'.repeat(32) };
    const [old, empty] = [await CommandLine.at(given), await CommandLine.at({})];
    const { jwt } = await old.json<{ jwt: string }>('jwt', '--idp-id', 'auth0|ana');
    const file = join(old.home, 'keys.json');
    expect(await old.json('keys', 'backup', file)).toEqual({ file, keys: names });
    expect(await modeOf(file)).toBe(0o600);
    expect((await old.run('keys', 'backup', file)).stderr).toContain('cannot be created: EEXIST');

    const folder = join(empty.home, 'keys');
    expect(await empty.json('keys', 'restore', file)).toEqual({ folder, restored: names });
    for (const name of names) expect(await modeOf(join(folder, name))).toBe(0o600);
    const again = await empty.json<{ jwt: string }>('jwt', '--idp-id', 'auth0|ana');
    expect(again.jwt.split('.')[0]).toBe(jwt.split('.')[0]); // the same key id
    expect(await empty.json('keys', 'restore', file)).toEqual({ folder, restored: [] });
    const other = await empty.with({ IOT_TOKEN_KEY: 'o'.repeat(32) }).run('keys', 'restore', file);
    expect([other.code, other.stderr]).toEqual([
      ...[1, expect.stringContaining('Nothing was restored: IOT_TOKEN_KEY exists already and differs.')],
    ]);
    await old.remove();
    await empty.remove();
  });

  it.each([
    ['no JSON', 'was not written by "furrow keys backup"'],
    [{ furrowKeys: 1, keys: { '../escape': 'x' } }, 'was not written by "furrow keys backup"'],
  ])('refuses to restore %j', async (content, why) => {
    const outcome = await away.run('keys', 'restore', await away.file('wrong.json', content));
    expect([outcome.code, outcome.stderr]).toEqual([1, expect.stringContaining(why)]);
  });

  it('are not backed up if there are none', async () => {
    const empty = await CommandLine.at({});
    const outcome = await empty.run('keys', 'backup', join(empty.home, 'keys.json'));
    expect([outcome.code, outcome.stderr]).toEqual([1, expect.stringContaining('nothing to back up')]);
    await empty.remove();
  });
});

describe('furrow', () => {
  it.each(['rotate', 'revoke'])('gives an example key id in the help of token %s', async (command) => {
    const { stdout } = await away.run('token', command, '--help');
    const [id = ''] = /fk_\w+/.exec(stdout) ?? [];
    const unknown = await furrow.run('token', command, id);
    expect(unknown.stderr).toContain('There is no API token');
  });

  it('migrates once', async () => {
    expect(await furrow.json('migrate')).toEqual({ applied: [] });
    expect((await furrow.run('migrate')).stdout).toBe('The schema is up to date.\n');
  });

  it.each([[['company', 'list']], [['migrate']], [['token', 'revoke', 'x']]])(
    'reports that Furrow is not running on %j',
    async (args) => {
      const { code, stdout, stderr } = await away.run(...args, '--json');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `Furrow is not running in ${away.home}: start it with npm start, or set DATABASE_URL.\n`,
      );
    },
  );

  it('reports the same for a database that has stopped', async () => {
    const url = 'postgresql://furrow:x@127.0.0.1:9/furrow';
    await away.file('database.json', { url, ownerUrl: url });
    expect((await away.run('company', 'list')).stderr).toContain('Furrow is not running in');
  });

  it.each([
    [['apply']],
    [['token', 'issue']],
    [['token', 'rotate']],
    [['device', 'register']],
    [['jwt']],
    [['migrate']],
    [['import', 'harvest']],
    [['audit']],
    [['doctor']],
    [['completion']],
    [['project', 'list']],
  ])('prints help with %j', async (args) => {
    const { code, stdout } = await furrow.run(...args, '--help');
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: furrow ${args.join(' ')}`);
    expect(stdout).toContain('--json');
  });

  it('marks required options in its help', async () => {
    expect((await furrow.run('jwt', '--help')).stdout).toMatch(
      /idpId of the user \(required\)\n[^(]*--mobile/,
    );
  });

  it.each([[['jwt']], [['nonsense']], [['apply', 'x', '--nonsense']], [['completion', 'tcsh']]])(
    'refuses %j',
    async (args) => {
      const { code, stdout, stderr } = await furrow.run(...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^error: /);
    },
  );
});

function claimsOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
}

describe('furrow distribute', () => {
  it.each([
    [['--shards', '0'], '--shards is a whole number from 1 to 1,024, such as 32.'],
    [['--shards', 'many'], '--shards is a whole number from 1 to 1,024, such as 32.'],
    [[], "required option '--shards <count>' not specified"],
  ])('%j is refused in a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await furrow.run('distribute', ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});

describeIf(!isOnCitus(), 'a PostgreSQL without Citus', 'furrow distribute without Citus', () => {
  it('says what is missing', async () => {
    const { code, stderr } = await furrow.run('distribute', '--shards', '4');
    expect(code).toBe(1);
    expect(stderr).toContain('Citus is not in this database: put citus into shared_preload_libraries');
  });
});
