import { Random } from '@furrow/program';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { until } from '@furrow/testbed';
import type { ChaosSystem } from '../chaos-system.ts';
import { CrewWork } from './crew-work.ts';
import type { Farm } from '../farm.ts';
import type { Ledger } from '../proof/ledger.ts';
import { NetworkServer } from './network-server.ts';
import { Phone, type PhoneHabits } from './phone.ts';
import type { Sender } from './sender.ts';
import { Station } from './station.ts';

const ALL_ACKNOWLEDGED_WITHIN_MS = 120_000;

export interface WorkloadSettings extends PhoneHabits {
  /** A prefix for the keys of the phones, unique within a run. */
  readonly name: string;
  readonly seed: number;
  readonly clients: number;
}

/** Phones, stations and a LoRaWAN network server, which work until they are told to stop. */
export class Workload {
  private constructor(
    private readonly senders: readonly Sender[],
    private readonly stations: readonly Station[],
  ) {}

  static async create(
    system: ChaosSystem,
    farm: Farm,
    ledger: Ledger,
    { name, seed, clients, ...habits }: WorkloadSettings,
  ): Promise<Workload> {
    const photo = dataUrlOf(await aPhoto());
    const phones = Array.from({ length: clients }, (_, i) => {
      const supervisor = farm.supervisors[i % farm.supervisors.length] as Farm['supervisors'][number];
      const random = new Random(seed + 1_000 * (i + 1));
      const work = new CrewWork(`${name}${i + 1}`, farm, supervisor, () => system.apiUrl, random, photo);
      return new Phone(work, ledger, random, habits);
    });
    const stations = farm.devices.map(
      (device, i) =>
        new Station(device, system.iotUrl, ledger, new Random(seed + 1_000_000 * (i + 1)), habits.pauseMs),
    );
    const network = new NetworkServer(farm, () => system.apiUrl, ledger, new Random(seed), habits);
    return new Workload([...phones, network], stations);
  }

  async work(stopping: AbortSignal): Promise<void> {
    await Promise.all([...this.senders, ...this.stations].map((each) => each.run(stopping)));
  }

  /** Waits until the stations' buffered readings are acknowledged; those that never are stay unknown. */
  async leave(): Promise<void> {
    const areAcknowledged = () => this.stations.every(({ waiting }) => waiting === 0);
    await until('readings are acknowledged', areAcknowledged, ALL_ACKNOWLEDGED_WITHIN_MS).catch(
      () => undefined,
    );
    for (const station of this.stations) station.end();
  }
}
