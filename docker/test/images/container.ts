import { isAbsolute, resolve } from 'node:path';
import { DOCKER, networksOf, type Service } from '../harness/compose.ts';

/** Above any limit of the Compose files, and below the hard limit of a machine. */
const PROCESSES = 4_096;

/** A network of a Compose file, as it was created. */
export interface PlacedNetwork {
  readonly name: string;
  /** The address of each container by its name or alias; a service with replicas has several. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** Where a service of a Compose file is started. */
export interface Place {
  /** Of containers, volumes and networks, to tell them from those of others. */
  readonly prefix: string;
  /** By their names in the Compose files. */
  readonly networks: Readonly<Record<string, PlacedNetwork>>;
  /** The variables of docker/.env. */
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders of this run that replace mounts of the service. */
  readonly instead: Readonly<Record<string, string>>;
  /** The hard limit of open files on this machine. */
  readonly filesAtMost: number;
}

/** Substitutes `${NAME:-otherwise}` as Compose does. */
export function filledIn(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise = '') => env[name] || otherwise,
  );
}

/** The arguments of `podman run` that start a service as its Compose file says, except for its image and command. */
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

function networkOf(name: string, service: Service, { networks }: Place): string[] {
  if (service.network_mode !== undefined) return ['--network', service.network_mode];
  return [...networksOf(service).keys()].flatMap((joined) => {
    const { name: network, addresses } = networks[joined] as PlacedNetwork;
    const own = addresses.get(name);
    // The engine's name server is not available everywhere, so names are passed as hosts.
    const names = [...addresses].flatMap(([other, address]) => ['--add-host', `${other}:${address}`]);
    // A service with replicas is known by its own name too, at any of them.
    const services = new Map(
      [...addresses].map(([other, address]) => [other.replace(/-\d+$/, ''), address] as const),
    );
    for (const [its, address] of services)
      if (!addresses.has(its)) names.push('--add-host', `${its}:${address}`);
    return ['--network', own ? `${network}:ip=${own}` : network, ...names];
  });
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

/** Podman cannot set the owner of a tmpfs, so every user in the container may write there. */
const tmpfsOf = (folder: string) => folder.replace(/:uid=.*$/, ':mode=1777');

function mountOf(mount: string, { prefix, env, instead }: Place): string {
  const [source = '', target = '', ...options] = filledIn(mount, env).split(':');
  const isFile = source.startsWith('.') || isAbsolute(source);
  const from = instead[target] ?? (isFile ? resolve(DOCKER, source) : `${prefix}-${source}`);
  return [from, target, ...options].join(':');
}
