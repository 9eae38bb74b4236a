// main.ts NAME PREFIX SCRATCH -- PODMAN…: starts the services of the Compose files that NAME stands for, runs the main
// workflow against them and stops them. try.sh calls it once there are images.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIPv4 } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { compose, networksOf } from '../harness/compose.ts';
import type { Farm } from '../harness/installation.ts';
import { Composed, type Composition } from './composed.ts';
import type { Place, PlacedNetwork } from './container.ts';
import { Engine } from './engine.ts';
import { type Urls, mainJob } from './main-job.ts';

const PLAIN = ['compose.yaml'];
const SCALE = [...PLAIN, 'compose.scale.yaml'];
const COMPOSITIONS: Readonly<Record<string, Composition>> = {
  plain: { files: PLAIN, profiles: [], env: {} },
  scale: { files: SCALE, profiles: [], env: {} },
  tls: { files: [...SCALE, 'compose.tls.yaml'], profiles: [], env: {} },
  broker: { files: SCALE, profiles: ['broker'], env: { MQTT_BROKER_URL: 'mqtt://mosquitto:1883' } },
  citus: { files: [...PLAIN, 'compose.citus.yaml'], profiles: [], env: {} },
};
const IDP_ID = 'idp|ada';
const FARM = {
  company: { key: 'acme', name: 'Acme', timezone: 'UTC' },
  users: [{ idpId: IDP_ID, name: 'Ada', role: 'admin' }],
  projects: [
    { key: 'north', name: 'North', timezone: 'UTC', sectors: [{ key: 'n1', name: 'N1', crop: 'Cherry' }] },
  ],
  workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active'] },
  devices: [{ deviceId: 'ws-1', project: 'north' }],
};
const [name = '', prefix = '', scratch = '', , program = 'podman', ...options] = process.argv.slice(2);
const composition = COMPOSITIONS[name];
if (composition === undefined) throw new Error(`--only takes ${Object.keys(COMPOSITIONS).join(', ')}`);
const say = (line: string) => process.stdout.write(`${name}: ${line}\n`);
const engine = new Engine(program, options);

try {
  await tryOut(composition);
} finally {
  const containers = await engine.run('ps', '--all', '--quiet', '--filter', `name=^${prefix}-`);
  if (containers !== '') await engine.run('rm', '--force', '--time', '20', ...containers.split('\n'));
  const volumes = await engine.run('volume', 'ls', '--quiet', '--filter', `name=${prefix}-`);
  if (volumes !== '') await engine.run('volume', 'rm', '--force', ...volumes.split('\n'));
  const networks = Object.keys(compose(...composition.files).networks).map(nameOf);
  await engine.run('network', 'rm', '--force', ...networks);
}

async function tryOut({ files, profiles, env }: Composition): Promise<void> {
  const names = Composed.names({ files, profiles, env });
  const networks = await networksFor({ files, profiles, env }, names);
  const { addresses } = networks['default'] as PlacedNetwork;
  const urls = urlsOf(addresses);
  const settings = {
    ...env,
    ...{ PUBLIC_API_URL: urls.api, PUBLIC_IOT_URL: urls.iot, TLS_FOLDER: join(scratch, 'tls') },
  };
  if (name === 'tls') certificateOf(addresses.get('proxy') as string);
  const place: Place = {
    ...{ prefix, networks, env: settings },
    instead: { '/etc/nginx': nginxOf(addresses), '/farm.json': farmFile() },
    filesAtMost: filesAtMost(),
  };
  const composed = new Composed(engine, { files, profiles, env: settings }, place, say);
  if (name === 'citus') {
    await composed.up(['migrate']);
    await composed.once('furrow', [], 'distribute', '--shards', '4');
    say('the tables are distributed');
  }
  await composed.up();
  const furrow = (...args: string[]) =>
    composed.once('furrow', ['--volume', `${farmFile()}:/farm.json:ro`], ...args);
  const farm = JSON.parse(await furrow('apply', '/farm.json', '--json')) as Farm;
  const { jwt } = JSON.parse(await furrow('jwt', '--idp-id', IDP_ID, '--json')) as { jwt: string };
  const issue = [
    'token',
    'issue',
    '--company',
    'acme',
    '--name',
    'try',
    '--scope',
    'read:production',
    '--json',
  ];
  const { credential } = JSON.parse(await furrow(...issue)) as { credential: string };
  say('a farm is provisioned by the command line');
  await mainJob(urls, { farm, bearer: `Bearer ${jwt}`, key: credential }, say);
  // The doctor exits with 1 if anything is wrong; trial keys are a warning only.
  await furrow('doctor');
  say('the doctor finds nothing wrong');
}

function nameOf(network: string): string {
  return network === 'default' ? prefix : `${prefix}-${network}`;
}

/** Creates the networks, with an address for each container from the tenth on. */
async function networksFor(
  { files, env }: Composition,
  services: readonly string[],
): Promise<Record<string, PlacedNetwork>> {
  const composed = compose(...files);
  const networks: Record<string, PlacedNetwork> = {};
  for (const [network, { internal, ipam }] of Object.entries(composed.networks)) {
    const subnets = (ipam?.config ?? []).flatMap(({ subnet }) => ['--subnet', subnet]);
    await engine.run('network', 'create', ...(internal ? ['--internal'] : []), ...subnets, nameOf(network));
    const addresses = new Map<string, string>();
    const first = await firstThreeOf(nameOf(network));
    let last = 10;
    for (const service of services) {
      const aliases = networksOf(composed.services[service] ?? {}).get(network);
      if (aliases === undefined) continue;
      for (const container of Composed.replicas(files, service, env))
        addresses.set(container, `${first}.${last++}`);
      for (const alias of aliases) addresses.set(alias, addresses.get(service) as string);
    }
    networks[network] = { name: nameOf(network), addresses };
  }
  return networks;
}

/** The first three numbers of a network's addresses. */
async function firstThreeOf(network: string): Promise<string> {
  const [{ subnets }] = JSON.parse(await engine.run('network', 'inspect', network)) as [
    { subnets: [{ subnet: string }] },
  ];
  const first = subnets[0].subnet.replace(/\.\d+\/\d+$/, '');
  if (!isIPv4(`${first}.10`)) throw new Error(`Not an IPv4 network: ${subnets[0].subnet}`);
  return first;
}

function urlsOf(addresses: ReadonlyMap<string, string>): Urls {
  const proxy = addresses.get('proxy');
  const at = (container: string, port: number) => `http://${addresses.get(container)}:${port}`;
  if (proxy === undefined) return { api: at('api', 3000), iot: at('iot-gateway', 3001) };
  const url = name === 'tls' ? `https://${proxy}:8443` : `http://${proxy}:8080`;
  const broker = addresses.get('mosquitto');
  return { api: url, iot: url, ...(name === 'broker' && broker && { broker: `mqtt://${broker}:1883` }) };
}

/** The configuration of docker/nginx, with addresses instead of Docker's name server. */
function nginxOf(addresses: ReadonlyMap<string, string>): string {
  const folder = join(scratch, 'nginx');
  mkdirSync(folder, { recursive: true });
  const from = new URL('../../nginx/', import.meta.url);
  execFileSync('cp', ['-r', `${from.pathname}.`, folder]);
  const upstream = (service: string, port: number) => {
    const servers = [...addresses].filter(([container]) => container.replace(/-\d+$/, '') === service);
    return `upstream ${service} { ${servers.map(([, address]) => `server ${address}:${port};`).join(' ')} }\n`;
  };
  writeFileSync(join(folder, 'upstreams.conf'), upstream('api', 3000) + upstream('iot-gateway', 3001));
  return folder;
}

/** Readable for user 101, who runs nginx in its image, and trusted by this process. */
function certificateOf(address: string): void {
  const folder = join(scratch, 'tls');
  mkdirSync(folder, { recursive: true });
  const to = (file: string) => join(folder, file);
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=furrow', '-addext', `subjectAltName=IP:${address}`],
    ...['-keyout', to('privkey.pem'), '-out', to('fullchain.pem')],
  ]);
  chmodSync(to('privkey.pem'), 0o644);
  setDefaultCACertificates([...getCACertificates(), readFileSync(to('fullchain.pem'), 'utf8')]);
}

function farmFile(): string {
  const file = join(scratch, 'farm.json');
  writeFileSync(file, JSON.stringify(FARM));
  return file;
}

/** The machine's hard limit, because a higher one is refused. */
function filesAtMost(): number {
  return Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString());
}
