import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@furrow/config';
import { knownVariables } from '@furrow/config/testing';
import { DOCKER, textOf } from './harness/compose.ts';

const DEPLOY = join(DOCKER, '../deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const page = textOf('../docs/production.md');
const release = read('release.sh');

/** A unit's settings in the order of the file, each with all of its values. */
const unit = (name: string) => {
  const settings = new Map<string, string[]>();
  for (const [, key = '', value = ''] of read(`systemd/${name}`).matchAll(/^([A-Za-z]+)=(.*)$/gm))
    settings.set(key, [...(settings.get(key) ?? []), value]);
  return (key: string) => settings.get(key) ?? [];
};
const SERVICES = globSync('*.service', { cwd: join(DEPLOY, 'systemd') });
const HOSTS = ['furrow-api.service', 'furrow-iot-gateway.service'];
const seconds = (text: string) => Number(text.replace('s', ''));

/** Parses a file as both systemd and `node --env-file` do. */
const environmentOf = (example: string) =>
  Object.fromEntries(
    [...read(example).matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );

/** Fills in secrets as `secrets.sh` does. */
const filledIn = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      (value || 'f'.repeat(64)).replace('CHANGEME', 'f'.repeat(64)),
    ]),
  );

describe('the units of deploy/systemd', () => {
  it.each(SERVICES)(
    '%s starts what a release contains, as a user that is created, with files that are installed',
    (name) => {
      const of = unit(name);
      const [command = ''] = of('ExecStart');
      for (const path of command.split(' ').filter((word) => word.startsWith('/opt/furrow/current/'))) {
        const [, , , , folder = '', ...rest] = path.split('/');
        if (folder === 'bin')
          expect([path, release]).toEqual([path, expect.stringContaining(`"$new/bin/${rest.join('/')}"`)]);
        else {
          const source =
            { api: 'apps/api', 'iot-gateway': 'apps/iot-gateway', cli: 'tools/furrow' }[folder] ?? folder;
          expect([path, release]).toEqual([
            path,
            expect.stringMatching(new RegExp(`^cp -R ${source}/bundle .*"\\$new/${folder}/"$`, 'm')),
          ]);
          expect([
            path,
            existsSync(
              join(DOCKER, '..', source, 'src', rest.join('/').replace('bundle/', '').replace('.js', '.ts')),
            ),
          ]).toEqual([path, true]);
        }
      }
      for (const user of [...of('User'), ...of('Group')])
        expect(read('sysusers.conf')).toContain(`\nu ${user} - `);
      for (const file of of('EnvironmentFile')) expect(page).toContain(`${basename(file)}.example ${file}`);
      const writable = of('ReadWritePaths').flatMap((paths) => paths.split(' '));
      for (const path of writable) expect(read('tmpfiles.conf')).toMatch(new RegExp(`^d ${path} `, 'm'));
    },
  );

  it('give the API the same heap as the images, npm start and the bench', () => {
    const flagsIn = (path: string, program: string) => {
      const text = readFileSync(join(DOCKER, '..', path), 'utf8');
      const own = text.split(program)[1]?.match(/^[^]*?source-maps|^[^]*?\]/)?.[0] ?? '';
      return own.match(/--max-[a-z-]+=\d+/g);
    };
    const flags = ['--max-old-space-size=1024', '--max-semi-space-size=32'];
    expect(flagsIn('deploy/systemd/furrow-api.service', 'ExecStart=')).toEqual(flags);
    expect(flagsIn('docker/Dockerfile', 'FROM runtime AS api')).toEqual(flags);
    expect(flagsIn('tools/dev/start.mjs', 'const API =')).toEqual(flags);
    expect(flagsIn('tools/bench/src/stage/stage.ts', 'const API_FLAGS =')).toEqual(flags);
  });

  it.each(SERVICES)('%s may do no more than necessary', (name) => {
    const of = unit(name);
    const expected = {
      ...{ NoNewPrivileges: 'yes', ProtectSystem: 'strict', ProtectHome: 'yes', PrivateTmp: 'yes' },
      ...{
        PrivateDevices: 'yes',
        CapabilityBoundingSet: '',
        ProtectProc: 'invisible',
        RestrictNamespaces: 'yes',
      },
    };
    for (const [key, value] of Object.entries(expected)) expect([key, of(key)]).toEqual([key, [value]]);
    expect(of('MemoryMax')).toHaveLength(1);
  });

  it('allow a host to write only media, and show the owner’s password to none', () => {
    expect(HOSTS.map((name) => unit(name)('ReadWritePaths'))).toEqual([['/var/lib/furrow/media'], []]);
    for (const name of HOSTS) expect(unit(name)('EnvironmentFile')).toEqual(['/etc/furrow/furrow.env']);
    expect(environmentOf('furrow.env.example')).not.toHaveProperty('DATABASE_OWNER_URL');
    expect(`${environmentOf('furrow.env.example')['FURROW_HOME']}/media`).toBe('/var/lib/furrow/media');
  });

  it('keep the compiled code of each host in a folder of its own, of which old files are removed', () => {
    for (const name of HOSTS) {
      const of = unit(name);
      const [folder = ''] = of('CacheDirectory');
      expect([of('CacheDirectory'), of('CacheDirectoryMode')]).toEqual([
        [basename(name, '.service')],
        ['0700'],
      ]);
      expect(of('Environment')).toEqual([`NODE_COMPILE_CACHE=/var/cache/${folder}`]);
      expect(read('tmpfiles.conf')).toMatch(new RegExp(`^e /var/cache/${folder} .* \\d+d$`, 'm'));
    }
  });

  it('give a host the documented time to stop, and always restart it', () => {
    const [, promised = ''] = /Give a process (\d+) s to stop/.exec(textOf('../docs/operations.md')) ?? [];
    expect(Number(promised)).toBeGreaterThan(0);
    for (const name of HOSTS) {
      const of = unit(name);
      expect(seconds(of('TimeoutStopSec')[0]!)).toBeGreaterThanOrEqual(Number(promised));
      expect([of('Restart'), of('StartLimitIntervalSec'), of('Type')]).toEqual([['on-failure'], ['0'], []]);
    }
  });

  it('allow the gateway a file descriptor for every connection', () => {
    const { iot } = loadConfig(filledIn(environmentOf('furrow.env.example')));
    expect(Number(unit('furrow-iot-gateway.service')('LimitNOFILE')[0])).toBeGreaterThan(
      iot.maxConnections + 1_000,
    );
  });
});

describe('the environment files of deploy', () => {
  it('are accepted once secrets.sh has filled them in, and contain no unknown variable', () => {
    const known = new Set([...knownVariables(), 'NODE_ENV']);
    const environment = environmentOf('furrow.env.example');
    const owner = environmentOf('owner.env.example');
    const config = loadConfig(filledIn({ ...environment, ...owner }));
    expect(config).toMatchObject({ production: true, trustProxy: '1', api: { host: '127.0.0.1' } });
    const optional = [...read('furrow.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name!,
    );
    const named = [...Object.keys(environment), ...Object.keys(owner), ...optional];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('are refused as long as a secret is missing', () => {
    const environment = environmentOf('furrow.env.example');
    for (const name of ['IOT_TOKEN_KEY', 'MEDIA_URL_KEY']) {
      expect(read('secrets.sh')).toContain(name);
      expect(() => loadConfig({ ...filledIn(environment), [name]: '' })).toThrow(`${name} is missing`);
    }
  });

  it('are installed where only their reader can read them', () => {
    expect(page).toContain('install -m 640 -g furrow furrow.env.example');
    expect(page).toContain('install -m 640 -g furrow-owner owner.env.example');
    expect(read('tmpfiles.conf')).toMatch(/^d \/etc\/furrow +0750 root +furrow$/m);
  });
});

describe('nginx in front of a server', () => {
  const site = read('nginx/furrow.conf');
  const proxy = textOf('nginx/proxy.conf');

  it('uses the ports of the environment files', () => {
    const { api, iot } = loadConfig(filledIn(environmentOf('furrow.env.example')));
    expect(site).toContain(`upstream api {\n  server ${api.host}:${api.port};`);
    expect(site).toContain(`upstream iot-gateway {\n  server ${iot.host}:${iot.port};`);
    for (const [, upstream] of proxy.matchAll(/proxy_pass http:\/\/([a-z-]+);/g))
      expect(site).toContain(`upstream ${upstream} {`);
  });

  it('passes the same client headers in every location, because a location that sets a header inherits none', () => {
    const headersIn = (text: string) =>
      [...text.matchAll(/proxy_set_header (\S+) /g)].map(([, name]) => name!);
    const ofAll = headersIn(proxy.slice(0, proxy.indexOf('location')));
    expect(ofAll).toEqual(
      expect.arrayContaining(['Host', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto']),
    );
    const locations = [...proxy.matchAll(/^location (.*) \{\n([^}]*)\}/gm)];
    expect(locations.map(([, path]) => path)).toContain('= /mqtt');
    for (const [, path, body = ''] of locations) {
      const set = headersIn(body);
      if (set.length > 0) expect([path, set]).toEqual([path, expect.arrayContaining(ofAll)]);
    }
  });

  it('has the same limits as the hosts: for large bodies, and for devices as silent as MQTT allows', () => {
    const of = (text: string, name: string) => new RegExp(`\\b${name} (\\d+)`).exec(text)?.[1];
    expect(Number(of(proxy, 'client_max_body_size'))).toBeGreaterThan(20);
    const socket = proxy.slice(proxy.indexOf('location = /mqtt'));
    const LONGEST_KEEPALIVE_HOURS = (1.5 * 65_535) / 3_600;
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout'])
      expect(Number(of(socket, name))).toBeGreaterThan(LONGEST_KEEPALIVE_HOURS);
  });

  it('ends idle connections before the hosts do, and keeps fewer than they accept', () => {
    const page = textOf('../docs/operations.md').replaceAll(/\s+/g, ' ');
    const [, idle] = /end idle connections after (\d+) s/.exec(page) ?? [];
    const [, most] = /([\d,]+) idle connections of one address/.exec(page) ?? [];
    for (const text of [site, textOf('nginx/upstreams.conf')]) {
      const [, kept, seconds] = /\bkeepalive (\d+);\s+keepalive_timeout (\d+)s;/.exec(text) ?? [];
      expect(Number(seconds)).toBeLessThan(Number(idle));
      // Each of its workers, one per core, keeps so many.
      expect(8 * Number(kept)).toBeLessThan(Number(most?.replace(',', '')));
    }
  });

  it('uses TLS, in no broken version', () => {
    expect(site).toContain('return 308 https://$server_name$request_uri;');
    expect(site).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  });
});

it('docs/production.md names all files of deploy, and only existing ones', () => {
  const table = [...page.matchAll(/^\| `([^`]+)` /gm)].map(([, path]) => path!);
  const there = globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1));
  const inRelease = [...there, 'nginx/proxy.conf'];
  expect(table.filter((path) => !inRelease.some((file) => file.startsWith(path.replace('*', ''))))).toEqual(
    [],
  );
  const untold = there.filter(
    (file) => !file.startsWith('try/') && !table.some((path) => file.startsWith(path.replace('*', ''))),
  );
  expect(untold).toEqual(['backup.sh', 'furrow.sh']);
});
