import { CitusDatabase } from '@furrow/testbed';
import { type Bench, compared, type Measurement, type Scale, type Target } from '../bench.ts';
import type { MqttTarget } from '@furrow/testbed/load';
import {
  acknowledgedPerSecond,
  allCreated,
  type Load,
  type MqttLoad,
  perSecond,
  startLoad,
  startMqttLoad,
} from '../load/loads.ts';
import { newRecord, newRecords, paths, recordCreated } from '../records.ts';
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
  bulk(): Promise<Measurement> {
    const [size, calls] = this.scale.quick ? [50, 1] : [BULK, 4];
    const rate = (side: Side) => this.#sent(side, side.crews, size, calls);
    return this.#compare('bulk sync, a company per client', 'records/s', rate, { atLeast: 0.4 });
  }

  /** Readings of all companies, which the gateway stores together. */
  ingest(): Promise<Measurement> {
    const messagesEach = this.scale.quick ? 8 : 500;
    let firstTs = Date.UTC(2025, 0, 1);
    const rate = ({ stage, stations: targets }: Side) => {
      firstTs += messagesEach * 1_000;
      const order = { targets, window: WINDOW, messagesEach, firstTs };
      return acknowledgedPerSecond(stage, this.mqttLoad, order);
    };
    return this.#compare('readings of all companies', 'messages/s', rate, { atLeast: 0.2 });
  }

  /** One client that waits for each answer. */
  request(size: number): Promise<Measurement> {
    const calls = this.scale.quick ? 2 : 30;
    const what = size === 1 ? 'a request with one record' : `a request with ${size} records`;
    const milliseconds = async (side: Side) =>
      (1_000 * size) / (await this.#sent(side, side.crews.slice(0, 1), size, calls));
    return this.#compare(what, 'ms', milliseconds, { atMost: 4 });
  }

  /** @returns records per second */
  #sent({ stage, api }: Side, crews: readonly Crew[], size: number, calls: number): Promise<number> {
    const body = (crew: Crew) => () =>
      size === 1 ? newRecord(crew, 0) : { records: newRecords(crew, size) };
    return perSecond(stage, this.load, {
      ...(size === 1
        ? { path: paths.single, expect: recordCreated }
        : { path: paths.bulk, expect: allCreated(size) }),
      ...{ url: api.url.href, calls, items: size },
      clients: crews.map((crew) => ({ jwt: crew.jwt, body: body(crew) })),
    });
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
    const { one, three } = await interleave(this.stage, `${what}, ${unit}`, this.scale.rounds, {
      ...{ three: of(this.sides.three), one: of(this.sides.one) },
    });
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
