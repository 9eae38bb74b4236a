import { isAbsolute, resolve } from 'node:path';
import { DOCKER, type Service } from '../harness/compose.ts';

/** Above any bound of the Compose files, and below what a machine lets anybody have. */
const PROCESSES = 4_096;

/** Where a service of a Compose file is started. */
export interface Place {
  /** Of containers, volumes and the network, so that those of others are told apart. */
  readonly prefix: string;
  readonly network: string;
  /** The address of each container by its name; a service with replicas has several. */
  readonly addresses: ReadonlyMap<string, string>;
  /** What docker/.env would say. */
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders of this run in the place of those that the service mounts there. */
  readonly instead: Readonly<Record<string, string>>;
  /** How many files anybody may have open on this machine. */
  readonly filesAtMost: number;
}

/** `${NAME:-otherwise}` as Compose fills it in. */
export function filledIn(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise = '') => env[name] || otherwise,
  );
}

/** The arguments of `podman run` that start a service as its Compose file says, but for its image and command. */
export function argumentsOf(name: string, service: Service, place: Place): string[] {
  return [
    ...['--name', `${place.prefix}-${name}`],
    ...networkOf(name, service, place),
    ...boundsOf(service, place),
    ...(service.init ? ['--init'] : []),
    ...(service.user ? ['--user', service.user] : []),
    ...(service.group_add ?? []).flatMap((group) => ['--group-add', group]),
    ...(service.entrypoint ? ['--entrypoint', JSON.stringify(service.entrypoint)] : []),
    ...Object.entries(service.environment ?? {}).flatMap(([variable, value]) => [
      '--env',
      `${variable}=${filledIn(value, place.env)}`,
    ]),
    ...(service.volumes ?? []).flatMap((mount) => ['--volume', mountOf(mount, place)]),
  ];
}

function networkOf(name: string, { network_mode }: Service, { network, addresses }: Place): string[] {
  if (network_mode !== undefined) return ['--network', network_mode];
  const own = addresses.get(name);
  // The engine's own name server is not everywhere; the names of a network are few.
  const names = [...addresses].flatMap(([other, address]) => ['--add-host', `${other}:${address}`]);
  return ['--network', network, ...(own ? ['--ip', own] : []), ...names];
}

function boundsOf(service: Service, { filesAtMost }: Place): string[] {
  return [
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(service.cap_drop ?? []).flatMap((capability) => ['--cap-drop', capability]),
    ...(service.security_opt ?? []).flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
    ...(service.tmpfs ?? []).flatMap((folder) => ['--tmpfs', tmpfsOf(folder)]),
    ...(service.mem_limit ? ['--memory', service.mem_limit] : []),
    ...(service.cpus ? ['--cpus', String(service.cpus)] : []),
    ...(service.pids_limit ? ['--pids-limit', String(service.pids_limit)] : []),
    ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
    ...['--ulimit', `nofile=${filesAtMost}:${filesAtMost}`],
    ...['--ulimit', `nproc=${PROCESSES}:${PROCESSES}`],
  ];
}

/** Podman gives a tmpfs no owner: whoever runs in the container may write there. */
const tmpfsOf = (folder: string) => folder.replace(/:uid=.*$/, ':mode=1777');

function mountOf(mount: string, { prefix, env, instead }: Place): string {
  const [source = '', target = '', ...options] = filledIn(mount, env).split(':');
  const isFile = source.startsWith('.') || isAbsolute(source);
  const from = instead[target] ?? (isFile ? resolve(DOCKER, source) : `${prefix}-${source}`);
  return [from, target, ...options].join(':');
}
