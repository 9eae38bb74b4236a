import { CitusDatabase } from '@furrow/testbed';
import { type Bench, compared, type Measurement, type Scale, type Target } from '../bench.ts';
import { type Load, startLoad } from '../load/load.ts';
import type { MqttTarget } from '@furrow/testbed/load';
import { type MqttLoad, startMqttLoad } from '../load/mqtt-load.ts';
import { newRecords, paths } from '../records.ts';
import { interleave } from '../rounds.ts';
import { type Crew, openCrews } from '../stage/crews.ts';
import { StationFleet } from '../stage/station-fleet.ts';
import type { RunningApi, Stage } from '../stage/stage.ts';

const COORDINATOR = process.env['FURROW_TEST_CITUS_URL'] ?? '';
const SHARDS = 4;
/** Their shards are on both workers, except once in 128 runs. */
const COMPANIES = 8;
const BULK = 1_000;
const SYNC = 100;
const STATIONS_OF_A_COMPANY = 10;
const WINDOW = 100;

/** An installation on one side of the comparison. */
interface Side {
  readonly stage: Stage;
  readonly api: RunningApi;
  /** One of each company. */
  readonly crews: readonly Crew[];
  readonly stations: readonly MqttTarget[];
}

type Sides = Readonly<Record<'three' | 'one', Side>>;

export const citus: Bench = {
  name: 'citus',
  summary: 'a Citus of three nodes (FURROW_TEST_CITUS_URL), compared with a database of its coordinator',

  async run(stage: Stage, scale: Scale) {
    if (COORDINATOR === '') {
      stage.say('FURROW_TEST_CITUS_URL is not set: nothing is measured.');
      return [];
    }
    const sides: Sides = { one: await open(stage, false), three: await open(stage, true) };
    const rates = new Rates(stage, sides, scale, startLoad(stage), startMqttLoad(stage));
    return [await rates.bulk(), await rates.ingest(), await rates.request(SYNC), await rates.request(1)];
  },
};

async function open(stage: Stage, isDistributed: boolean): Promise<Side> {
  const database = await CitusDatabase.make(COORDINATOR, isDistributed ? Infinity : 0);
  stage.keep({ stop: () => database.drop() });
  const side = stage.at(database);
  await side.operator.ask('migrate');
  if (isDistributed) await side.operator.ask('distribute', '--shards', String(SHARDS));
  const [api, gateway] = await Promise.all([side.startApi(), side.startGateway()]);
  const crews: Crew[] = [];
  const stations: MqttTarget[] = [];
  for (let i = 0; i < COMPANIES; i++) {
    crews.push(...(await openCrews(side, api, `crew${i}`, 1)));
    const company = { key: `stations${i}`, name: `Stations ${i}`, timezone: 'UTC' };
    const fleet = await StationFleet.register(side, gateway, STATIONS_OF_A_COMPANY, company);
    stations.push(...fleet.atGateway(STATIONS_OF_A_COMPANY));
  }
  return { stage: side, api, crews, stations };
}

class Rates {
  constructor(
    private readonly stage: Stage,
    private readonly sides: Sides,
    private readonly scale: Scale,
    private readonly load: Load,
    private readonly mqttLoad: MqttLoad,
  ) {}

  /** All crews at once. */
  async bulk(): Promise<Measurement> {
    const [size, calls] = this.scale.quick ? [50, 1] : [BULK, 4];
    const what = 'bulk sync, a company per client';
    const rate = async (side: Side) =>
      (COMPANIES * size * calls) / (await this.#send(side, side.crews, size, calls));
    return this.#compare(what, 'records/s', rate, { atLeast: 0.4 });
  }

  /** Readings of all companies, which the gateway stores together. */
  async ingest(): Promise<Measurement> {
    const each = this.scale.quick ? 8 : 500;
    let firstTs = Date.UTC(2025, 0, 1);
    const rate = async ({ stations: targets }: Side) => {
      firstTs += each * 1_000;
      const order = { what: 'saturate' as const, targets, window: WINDOW, messagesEach: each, firstTs };
      return (each * targets.length) / (await this.mqttLoad.ask(order)).seconds;
    };
    return this.#compare('readings of all companies', 'messages/s', rate, { atLeast: 0.2 });
  }

  /** One client that waits for each answer. */
  async request(size: number): Promise<Measurement> {
    const calls = this.scale.quick ? 2 : 30;
    const what = size === 1 ? 'a request with one record' : `a request with ${size} records`;
    const milliseconds = async (side: Side) =>
      (1_000 * (await this.#send(side, side.crews.slice(0, 1), size, calls))) / calls;
    return this.#compare(what, 'ms', milliseconds, { atMost: 4 });
  }

  /** @returns seconds */
  async #send({ api }: Side, crews: readonly Crew[], size: number, calls: number): Promise<number> {
    const clients = crews.map((crew) => ({
      jwt: crew.jwt,
      bodies: Array.from({ length: calls }, () => {
        const records = newRecords(crew, size);
        return JSON.stringify(size === 1 ? records[0] : { records });
      }),
    }));
    const [path, expect] =
      size === 1
        ? [paths.single, { status: 201, text: '"recordId":' }]
        : [paths.bulk, { status: 207, text: `"summary":{"created":${size},"repeated":0,"failed":0}` }];
    return (await this.load.ask({ url: api.url.href, path, expect, clients })).seconds;
  }

  async #compare(
    what: string,
    unit: string,
    measured: (side: Side) => Promise<number>,
    target: Target,
  ): Promise<Measurement> {
    const of = (side: Side) => async () => {
      await this.#checkpoint();
      return measured(side);
    };
    const { one, three } = await interleave(
      this.scale.rounds,
      { three: of(this.sides.three), one: of(this.sides.one) },
      (line) => this.stage.say(`${what}, ${unit}, ${line}`),
    );
    return compared(`${what}, three nodes against one`, unit, three, one, target);
  }

  /** Of all nodes, which share the machine. */
  #checkpoint(): Promise<unknown> {
    return this.sides.three.stage.asSuperuser(async (client) => {
      await client.query('CHECKPOINT');
      await client.query(`SELECT run_command_on_workers('CHECKPOINT')`);
    });
  }
}
