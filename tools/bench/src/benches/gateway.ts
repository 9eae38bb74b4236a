import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@furrow/testbed';
import { absolute, type Bench, compared, type Measurement, type Scale } from '../bench.ts';
import { acknowledgedPerSecond, type MqttLoad, startMqttLoad } from '../load/loads.ts';
import type { MqttTarget } from '@furrow/testbed/load';
import { interleave, median } from '../rounds.ts';
import { type Mosquitto, startMosquitto } from '../stage/mosquitto.ts';
import { StationFleet } from '../stage/station-fleet.ts';
import type { RunningGateway, Stage } from '../stage/stage.ts';

const PIPELINED = { devices: 50, window: 100 };
const STOP_AND_WAIT = { devices: 500, window: 1 };
/** Idle connections per device; with the one of the warm-up they reach the limit of a device. */
const CONNECTIONS_EACH = 9;
const SETTLED_AFTER_MS = 3_000;
const GIB = 1024 ** 3;
const UNIT = 'messages/s';

export const gateway: Bench = {
  name: 'gateway',
  summary: 'QoS 1 into PostgreSQL, compared with Mosquitto without persistence and a home-built pipeline',

  async run(stage: Stage, scale: Scale) {
    // Enough connections that free space in the heap hardly changes the figure.
    const idle = scale.quick ? 180 : 18_000;
    const running = await stage.startGateway();
    const fleet = await StationFleet.register(stage, running, Math.max(500, idle / CONNECTIONS_EACH));
    // Runs first, before anything else has made the process grow.
    const idleFigure = await idleConnections(stage, running, fleet, idle);

    const mosquitto = await startMosquitto(stage);
    stage.say(`against Mosquitto ${mosquitto.version}`);
    const rates = new Rates(stage, fleet, mosquitto, scale);
    const builtFigure = await rates.againstHomeBuilt();
    // Runs without the subscriber, which would give Mosquitto more to do than take messages in.
    const { figure, saturation } = await rates.pipelined();
    const waiting = await rates.waiting();
    return [figure, ...waiting, builtFigure, await rates.p99(saturation / 2), idleFigure];
  },
};

/** Measures message rates; one load process sends every side the same messages. */
class Rates {
  readonly #load: MqttLoad;
  /** Readings of all rounds lie a second apart, in the past. */
  #nextTs = Date.UTC(2025, 0, 1);

  constructor(
    private readonly stage: Stage,
    private readonly fleet: StationFleet,
    private readonly mosquitto: Mosquitto,
    private readonly scale: Scale,
  ) {
    this.#load = startMqttLoad(stage);
  }

  async againstHomeBuilt(): Promise<Measurement> {
    const { devices, window } = PIPELINED;
    const settings = {
      ...{ BENCH_BROKER_URL: this.mosquitto.tcpUrl, BENCH_PG_URL: this.stage.postgres.superuserUrl },
    };
    const module = 'bare/home-built-subscriber';
    const subscriber = this.stage.start<number, string>('The home-built subscriber', module, { settings });
    await subscriber.answer();
    const { service, 'home-built': built } = await this.#interleave('pipelined', {
      service: () => this.#saturate(this.fleet.atGateway(devices), window),
      'home-built': async () => {
        const targets = this.fleet.atBroker(this.mosquitto.url, devices);
        const each = this.#messagesEach(targets) / 4; // fewer messages, because this side is slow and no faster with more
        const messages = each * targets.length;
        await this.stage.checkpoint();
        const stored = subscriber.ask(messages);
        const began = performance.now();
        await this.#load.ask({ what: 'saturate', ...this.#order(targets, window, each) });
        await stored;
        return messages / ((performance.now() - began) / 1_000);
      },
    });
    await subscriber.stop();
    const what = '50 devices, window 100, against Mosquitto + mqtt.js + INSERT';
    return compared(what, UNIT, service, built, { atLeast: 3 });
  }

  async pipelined(): Promise<{ figure: Measurement; saturation: number }> {
    const { service, Mosquitto } = await this.#interleave('pipelined', this.#besides(PIPELINED));
    const what = '50 devices, window 100, against Mosquitto';
    return {
      figure: compared(what, UNIT, service, Mosquitto, { atLeast: 0.6 }),
      saturation: median(service),
    };
  }

  async waiting(): Promise<Measurement[]> {
    const bare = this.stage.start<never, { url: string }>('The bare server', 'bare/durable-server');
    const { url } = await bare.answer();
    const { devices, window } = STOP_AND_WAIT;
    const figures = await this.#interleave('stop-and-wait', {
      ...this.#besides(STOP_AND_WAIT),
      'bare server': () => this.#saturate(this.fleet.atBroker(url, devices), window),
    });
    await bare.stop();
    const against = (other: 'Mosquitto' | 'bare server', what: string, atLeast: number) =>
      compared(`500 devices, stop and wait, against ${what}`, UNIT, figures.service, figures[other], {
        atLeast,
      });
    return [against('Mosquitto', 'Mosquitto', 0.45), against('bare server', 'a bare server', 0.5)];
  }

  /** @param rate messages per second */
  async p99(rate: number): Promise<Measurement> {
    const { quick, rounds } = this.scale;
    const seconds = quick ? 1 : 5;
    const targets = this.fleet.atGateway(PIPELINED.devices);
    const figures: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await this.stage.checkpoint();
      const firstTs = this.#nextTs;
      this.#nextTs += Math.ceil((rate * (seconds + 2)) / PIPELINED.devices) * 1_000;
      const { p50, p99 } = await this.#load.ask({ what: 'pace', rate, seconds, firstTs, targets });
      this.stage.say(`at ${Math.round(rate)} messages/s p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
      figures.push(p99);
    }
    return absolute('p99 at half the saturation rate', 'ms', figures, { atMost: 50 });
  }

  #interleave<Side extends string>(what: string, sides: Readonly<Record<Side, () => Promise<number>>>) {
    return interleave(this.stage, `${UNIT}, ${what}`, this.scale.rounds, sides);
  }

  #besides({ devices, window }: typeof PIPELINED) {
    return {
      service: () => this.#saturate(this.fleet.atGateway(devices), window),
      Mosquitto: () => this.#saturate(this.fleet.atBroker(this.mosquitto.url, devices), window),
    };
  }

  /** @returns messages per second */
  #saturate(targets: readonly MqttTarget[], window: number): Promise<number> {
    const order = this.#order(targets, window, this.#messagesEach(targets));
    return acknowledgedPerSecond(this.stage, this.#load, order);
  }

  #order(targets: readonly MqttTarget[], window: number, messagesEach: number) {
    const firstTs = this.#nextTs;
    this.#nextTs += messagesEach * 1_000;
    return { targets, window, messagesEach, firstTs };
  }

  /** Messages of each device in one measurement. */
  #messagesEach(targets: readonly MqttTarget[]): number {
    return this.scale.quick ? 8 : 100_000 / targets.length;
  }
}

/** Bytes per open, silent connection of the gateway. */
async function idleConnections(
  stage: Stage,
  running: RunningGateway,
  fleet: StationFleet,
  count: number,
): Promise<Measurement> {
  const load = startMqttLoad(stage);
  const perStation = Array.from({ length: CONNECTIONS_EACH }, (_, connection) =>
    fleet.atGateway(count / CONNECTIONS_EACH, connection),
  );
  // Allocates what is created once, whatever the number of connections, before the measurement.
  await load.ask({ what: 'hold', targets: fleet.atGateway(10, -1) });
  await sleep(SETTLED_AFTER_MS);
  const before = residentBytes(running.pid);
  await load.ask({ what: 'hold', targets: perStation.flat() });
  await sleep(SETTLED_AFTER_MS);
  const each = (residentBytes(running.pid) - before) / count;
  stage.say(`${count.toLocaleString('en')} idle connections, ${(each / 1024).toFixed(1)} kB each`);
  await load.stop();
  return absolute('idle connections', 'per GiB', GIB / Math.max(each, 1), { atLeast: 45_000 });
}
