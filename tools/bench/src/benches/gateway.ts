import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@furrow/testbed';
import { absolute, type Bench, compared, type Measurement, type Scale } from '../bench.ts';
import { type MqttLoad, startMqttLoad } from '../load/mqtt-load.ts';
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
    if (mosquitto) stage.say(`against Mosquitto ${mosquitto.version}`);
    else stage.say('Mosquitto is not installed (apt-get install mosquitto): there is no baseline.');
    const rates = new Rates(stage, fleet, startMqttLoad(stage));
    const against = mosquitto && (await rates.against(mosquitto, scale));
    const saturation = against?.saturation ?? (await rates.alone(scale));
    const p99 = await rates.p99(saturation / 2, scale);
    await Promise.all([rates.load.stop(), mosquitto?.stop(), running.stop()]);
    return [...(against?.figures ?? []), p99, idleFigure];
  },
};

/** Measures message rates; one load process sends every side the same messages. */
class Rates {
  /** Readings of all rounds lie a second apart, in the past. */
  #nextTs = Date.UTC(2025, 0, 1);

  constructor(
    private readonly stage: Stage,
    private readonly fleet: StationFleet,
    readonly load: MqttLoad,
  ) {}

  async against(mosquitto: Mosquitto, scale: Scale): Promise<{ figures: Measurement[]; saturation: number }> {
    const say = (line: string) => this.stage.say(`messages/s, ${line}`);
    const subscriber = await this.#homeBuilt(mosquitto);
    const pipelined = await interleave(
      scale.rounds,
      {
        service: () => this.#saturate(this.fleet.atGateway(PIPELINED.devices), PIPELINED.window, scale),
        'home-built': async () => {
          const targets = this.fleet.atBroker(mosquitto.url, PIPELINED.devices);
          const each = messagesEach(targets, scale) / 4; // fewer messages, because this side is slow and no faster with more
          const messages = each * targets.length;
          const stored = subscriber.ask(messages);
          const began = performance.now();
          await this.#send(targets, PIPELINED.window, each);
          await stored;
          return messages / ((performance.now() - began) / 1_000);
        },
      },
      (line) => say(`pipelined, ${line}`),
    );
    await subscriber.stop();
    // Runs without the subscriber, which would give Mosquitto more to do than take messages in.
    const brokers = await interleave(scale.rounds, this.#besides(mosquitto, PIPELINED, scale), (line) =>
      say(`pipelined, ${line}`),
    );
    const bare = this.stage.start<never, { url: string }>('The bare server', 'bare/durable-server');
    const { url: bareUrl } = await bare.answer();
    const waiting = await interleave(
      scale.rounds,
      {
        ...this.#besides(mosquitto, STOP_AND_WAIT, scale),
        'bare server': () =>
          this.#saturate(this.fleet.atBroker(bareUrl, STOP_AND_WAIT.devices), STOP_AND_WAIT.window, scale),
      },
      (line) => say(`stop-and-wait, ${line}`),
    );
    await bare.stop();
    return {
      figures: figuresOf(pipelined, brokers, waiting),
      saturation: median(brokers.service),
    };
  }

  #besides(mosquitto: Mosquitto, { devices, window }: typeof PIPELINED, scale: Scale) {
    return {
      service: () => this.#saturate(this.fleet.atGateway(devices), window, scale),
      Mosquitto: () => this.#saturate(this.fleet.atBroker(mosquitto.url, devices), window, scale),
    };
  }

  async alone(scale: Scale): Promise<number> {
    const { service } = await interleave(
      scale.rounds,
      { service: () => this.#saturate(this.fleet.atGateway(PIPELINED.devices), PIPELINED.window, scale) },
      (line) => this.stage.say(`messages/s, pipelined, ${line}`),
    );
    return median(service);
  }

  /** @param rate messages per second */
  async p99(rate: number, { quick, rounds }: Scale): Promise<Measurement> {
    const seconds = quick ? 1 : 5;
    const figures: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await this.stage.checkpoint();
      const order = { what: 'pace' as const, rate, seconds, firstTs: this.#nextTs };
      this.#nextTs += Math.ceil((rate * (seconds + 2)) / PIPELINED.devices) * 1_000;
      const { p50, p99 } = await this.load.ask({
        ...order,
        targets: this.fleet.atGateway(PIPELINED.devices),
      });
      this.stage.say(`at ${Math.round(rate)} messages/s p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
      figures.push(p99);
    }
    return absolute('p99 at half the saturation rate', 'ms', figures, { atMost: 50 });
  }

  async #saturate(targets: readonly MqttTarget[], window: number, scale: Scale): Promise<number> {
    await this.stage.checkpoint();
    const each = messagesEach(targets, scale);
    return (each * targets.length) / (await this.#send(targets, window, each));
  }

  async #send(targets: readonly MqttTarget[], window: number, each: number): Promise<number> {
    const firstTs = this.#nextTs;
    this.#nextTs += each * 1_000;
    return (await this.load.ask({ what: 'saturate', targets, window, messagesEach: each, firstTs })).seconds;
  }

  async #homeBuilt(mosquitto: Mosquitto) {
    const settings = { BENCH_BROKER_URL: mosquitto.tcpUrl, BENCH_PG_URL: this.stage.postgres.superuserUrl };
    const module = 'bare/home-built-subscriber';
    const subscriber = this.stage.start<number, string>('The home-built subscriber', module, { settings });
    await subscriber.answer();
    return subscriber;
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

/** Messages of each device in one measurement. */
function messagesEach(targets: readonly MqttTarget[], { quick }: Scale): number {
  return quick ? 8 : 100_000 / targets.length;
}

/**
 * @param pipelined service and home-built in messages per second, one per round; the other rates are of the service and
 * Mosquitto
 */
function figuresOf(
  pipelined: Record<'service' | 'home-built', number[]>,
  brokers: Record<'service' | 'Mosquitto', number[]>,
  waiting: Record<'service' | 'Mosquitto' | 'bare server', number[]>,
): Measurement[] {
  const [unit, bare] = ['messages/s', waiting['bare server']];
  const built = '50 devices, window 100, against Mosquitto + mqtt.js + INSERT';
  return [
    compared('50 devices, window 100, against Mosquitto', unit, brokers.service, brokers.Mosquitto, {
      atLeast: 0.6,
    }),
    compared('500 devices, stop and wait, against Mosquitto', unit, waiting.service, waiting.Mosquitto, {
      atLeast: 0.45,
    }),
    compared('500 devices, stop and wait, against a bare server', unit, waiting.service, bare, {
      atLeast: 0.5,
    }),
    compared(built, unit, pipelined.service, pipelined['home-built'], { atLeast: 3 }),
  ];
}
