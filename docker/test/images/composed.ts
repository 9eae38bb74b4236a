import { setTimeout as sleep } from 'node:timers/promises';
import { compose, type Service } from '../harness/compose.ts';
import { argumentsOf, filledIn, type Place, type PlacedNetwork } from './container.ts';
import type { Engine } from './engine.ts';

const HEALTHY_WITHIN_MS = 180_000;
const LOOKS_EVERY_MS = 500;

export interface Composition {
  readonly files: readonly string[];
  readonly profiles: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The services of Compose files, started from their images in the order of their dependencies. */
export class Composed {
  readonly #begun = new Map<string, Promise<void>>();
  readonly #services: Readonly<Record<string, Service>>;

  constructor(
    private readonly engine: Engine,
    private readonly composition: Composition,
    private readonly place: Place,
    private readonly say: (line: string) => void,
  ) {
    this.#services = compose(...composition.files).services;
  }

  /** Services without a profile, and those of the requested profiles. */
  static names({ files, profiles }: Composition): string[] {
    return Object.entries(compose(...files).services)
      .filter(([, service]) => (service.profiles ?? []).every((profile) => profiles.includes(profile)))
      .map(([name]) => name);
  }

  /** Containers of a service: its name, or several names with a number. */
  static replicas(files: readonly string[], name: string, env: Readonly<Record<string, string>>): string[] {
    const { deploy } = compose(...files).services[name] as Service;
    const count = Number(filledIn(deploy?.replicas ?? '1', env));
    return count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}-${i + 1}`);
  }

  /** @param names of services, with whatever they depend on */
  async up(names: readonly string[] = Composed.names(this.composition)): Promise<void> {
    await Promise.all(names.map((name) => this.#start(name)));
  }

  /** Does what `docker compose run --rm NAME ARGUMENT…` does. @returns its stdout */
  async once(name: string, extra: readonly string[], ...args: string[]): Promise<string> {
    const service = this.#services[name] as Service;
    // Nobody connects to it, so it has no address of its own.
    const without = ({ name: network, addresses }: PlacedNetwork): PlacedNetwork => ({
      name: network,
      addresses: new Map([...addresses].filter(([other]) => other !== name)),
    });
    const networks = Object.entries(this.place.networks).map(
      ([joined, its]) => [joined, without(its)] as const,
    );
    const place = { ...this.place, networks: Object.fromEntries(networks) };
    return this.engine.run(
      'run',
      '--rm',
      ...argumentsOf(name, service, place),
      ...extra,
      this.#imageOf(service),
      ...args,
    );
  }

  /** The full name, because a short one would be looked up in the configured registries. */
  #imageOf({ image, build }: Service): string {
    const name = filledIn(image, this.composition.env);
    if (build) return `localhost/${name}`;
    return `docker.io/${name.includes('/') ? name : `library/${name}`}`;
  }

  #start(name: string): Promise<void> {
    const begun = this.#begun.get(name) ?? this.#begin(name, this.#services[name] as Service);
    this.#begun.set(name, begun);
    return begun;
  }

  async #begin(name: string, service: Service): Promise<void> {
    await Promise.all(Object.keys(service.depends_on ?? {}).map((other) => this.#start(other)));
    const image = this.#imageOf(service);
    if (service.restart === 'no') {
      await this.once(name, [], ...(service.command ?? []));
      this.say(`${name}: done`);
      return;
    }
    const containers = Composed.replicas(this.composition.files, name, this.composition.env);
    for (const container of containers)
      await this.engine.run(
        ...['run', '--detach', ...argumentsOf(container, service, this.place)],
        ...[image, ...(service.command ?? [])],
      );
    await Promise.all(containers.map((container) => this.#healthy(container, service)));
    this.say(`${containers.join(', ')}: ${image} serves`);
  }

  async #healthy(name: string, { healthcheck, build, restart }: Service): Promise<void> {
    const container = `${this.place.prefix}-${name}`;
    const [, ...test] = healthcheck?.test ?? [];
    const hasOwn = build !== undefined && build.target !== 'furrow';
    const ask =
      healthcheck === undefined && hasOwn ? ['healthcheck', 'run', container] : ['exec', container, ...test];
    for (const deadline = Date.now() + HEALTHY_WITHIN_MS; ;) {
      const state = await this.engine.run('inspect', '--format', '{{.State.Status}}', container);
      const isRunning = state === 'running';
      if (Date.now() > deadline || (!isRunning && restart === undefined))
        throw new Error(`${name} does not serve (${state}).\n${await this.engine.logs(container)}`);
      if (!isRunning) {
        // As Compose does: on a busy machine a host may give up its first connection to the database.
        this.say(`${name}: ${state}, started again:\n${await this.engine.logs(container)}`);
        await this.engine.run('start', container);
      } else if ((healthcheck === undefined && !hasOwn) || (await this.engine.succeeds(...ask))) return;
      await sleep(LOOKS_EVERY_MS);
    }
  }
}
