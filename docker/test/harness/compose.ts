import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const DOCKER = fileURLToPath(new URL('../../', import.meta.url));

export interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly target: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly pull_policy?: string;
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly init?: boolean;
  readonly network_mode?: string;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly aliases?: readonly string[] }>>;
  readonly shm_size?: string;
  readonly tmpfs?: readonly string[];
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly user?: string;
  readonly group_add?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly deploy?: { readonly replicas: string };
}

export interface Network {
  readonly internal?: boolean;
  readonly ipam?: { readonly config: readonly { readonly subnet: string }[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Partial<Service>>>;
  readonly volumes?: Readonly<Record<string, null>>;
  readonly networks?: Readonly<Record<string, Network>>;
}

interface Composed {
  readonly services: Record<string, Service>;
  readonly volumes: Set<string>;
  /** `default` is that of services that name none. */
  readonly networks: Readonly<Record<string, Network>>;
}

export const textOf = (path: string) => readFileSync(`${DOCKER}${path}`, 'utf8');

const TAGS = ['!reset', '!override'].map((tag) => ({ tag, collection: 'seq' as const }));

/** Merges the files as Compose does; a later file extends an earlier one. */
export function compose(...files: string[]): Composed {
  const services: Record<string, Partial<Service>> = {};
  const volumes = new Set<string>();
  const networks: Record<string, Network> = { default: {} };
  for (const file of files) {
    const read = parse(textOf(file), { merge: true, customTags: TAGS }) as ComposeFile;
    for (const volume of Object.keys(read.volumes ?? {})) volumes.add(volume);
    Object.assign(networks, read.networks);
    for (const [name, service] of Object.entries(read.services)) {
      const known = services[name] ?? {};
      services[name] = {
        ...known,
        ...service,
        environment: { ...known.environment, ...service.environment },
        depends_on: { ...known.depends_on, ...service.depends_on },
        ...((known.volumes ?? service.volumes) && { volumes: mounts(known.volumes, service.volumes) }),
      };
    }
  }
  return { services: services as Record<string, Service>, volumes, networks };
}

/** The networks of a service with the names that it has there besides its own. */
export function networksOf({ networks = ['default'] }: Partial<Service>): Map<string, readonly string[]> {
  if (Array.isArray(networks)) return new Map((networks as string[]).map((name) => [name, []]));
  return new Map(Object.entries(networks).map(([name, at]) => [name, at?.aliases ?? []]));
}

/** One mount per target; the later file wins. */
function mounts(...lists: (readonly string[] | undefined)[]): string[] {
  const target = (mount: string) => mount.replaceAll(/\$\{[^}]*\}/g, '').split(':')[1];
  return [...new Map(lists.flatMap((list) => list ?? []).map((mount) => [target(mount), mount])).values()];
}
