import {
  byCompany,
  type Database,
  type PreparedStatement,
  queryCrossing,
  sqlStateOf,
  type Transaction,
} from '@furrow/database';
import { DatabaseUnavailable, NodeUnavailable } from '@furrow/database/errors';
import { inRootSpan } from '@furrow/observability';
import { type PlacedReading, UnstorableReadings } from '../../application/ports.ts';
import {
  CONFLICT,
  hasExtraWeather,
  type Problem,
  REFUSED,
  type TelemetryKind,
  WEATHER_MEMBERS,
} from '../../domain/index.ts';
import {
  ADD_IRRIGATION,
  ADD_PLANT,
  ADD_SOIL,
  ADD_SOURCES,
  ADD_WEATHER,
  ADD_WEATHER_OF_KEYS,
  ADD_WHOLE_WEATHER,
  COMPLETE_IRRIGATION,
  type Conflicts,
  IRRIGATION_CONFLICTS,
  irrigationParameters,
  type Placed,
  PLANT_CONFLICTS,
  plantParameters,
  SOIL_CONFLICTS,
  soilParameters,
  sourceParameters,
  WEATHER_CONFLICTS,
  type WeatherKey,
  weatherParameters,
} from './reading-sql.ts';
import type { BatchedStore } from './batching-reading-store.ts';
import { inKeyOrder, type Kinds } from './key-order.ts';
import { KnownSources } from './known-sources.ts';
import type { TypeormPartitions } from './typeorm-partitions.ts';

/**
 * Stores readings with one statement per kind, in one transaction. Runs under furrow_system, because a batch has
 * readings of many companies, each verified by the gateway.
 */
export class TypeormReadingStore implements BatchedStore {
  readonly #sources = new KnownSources();

  constructor(
    private readonly database: Database,
    private readonly partitions: TypeormPartitions,
  ) {}

  /** After a statement that took too long it may, but not on a Citus, where it is not known which node fails. */
  async servesOthers(error: unknown): Promise<boolean> {
    if (!(error instanceof DatabaseUnavailable)) return true;
    if (this.database.isDistributed || !NodeUnavailable.isCauseOf(error)) return false;
    return this.database.checkReady().then(
      () => true,
      () => false,
    );
  }

  /**
   * Makes missing partitions for readings.
   * @returns undefined if none is missing
   * @throws DatabaseUnavailable | UnstorableReadings
   */
  prepare(readings: readonly PlacedReading[]): Promise<void> | undefined {
    // Readings without a possible partition are refused one by one when they are stored.
    return this.partitions.ensure(readings)?.catch((error: unknown) => {
      if (!isData(error)) throw unstorable(error);
    });
  }

  /** @returns by index, what was not stored and why */
  store(readings: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>> {
    return inRootSpan('store readings', { 'furrow.readings': readings.length }, async () => {
      const problems = new Map<number, Problem>();
      try {
        await this.#storeOrSplit(readings, 0, problems);
      } catch (error) {
        throw unstorable(error);
      }
      return problems;
    });
  }

  /**
   * If PostgreSQL refuses the data, the batch is halved until the refused readings are isolated and the rest is stored.
   */
  async #storeOrSplit(
    readings: readonly PlacedReading[],
    from: number,
    problems: Map<number, Problem>,
    again = false,
  ): Promise<void> {
    try {
      const preparation = this.partitions.ensure(readings);
      if (preparation) await preparation;
      for (const index of await this.#storeAll(readings)) problems.set(from + index, CONFLICT);
    } catch (error) {
      if (!isData(error)) throw error;
      if (isMissingPartition(error) && !again) {
        this.partitions.forget();
        await this.#storeOrSplit(readings, from, problems, true);
      } else if (readings.length === 1) problems.set(from, REFUSED);
      else {
        const half = Math.ceil(readings.length / 2);
        await this.#storeOrSplit(readings.slice(0, half), from, problems);
        await this.#storeOrSplit(readings.slice(half), from + half, problems);
      }
    }
  }

  /** @returns the indexes of repeats with other values */
  async #storeAll(readings: readonly PlacedReading[]): Promise<number[]> {
    const kinds = inKeyOrder(readings);
    const unknown = readings.filter((reading) => !this.#sources.has(reading));
    const weather = rowsOf(readings, kinds, 'weather');
    const add = (tx: Transaction, addWeather: typeof addPlainWeather) =>
      Promise.all([
        addSources(tx, unknown),
        addWeather(tx, weather),
        addPlant(tx, rowsOf(readings, kinds, 'plant')),
        addIrrigation(tx, rowsOf(readings, kinds, 'irrigation')),
        addSoil(tx, rowsOf(readings, kinds, 'soil')),
      ]);
    const [, ...asked] = weather.some(isWhole)
      ? await this.database.system((tx) => add(tx, addWholeWeather))
      : await this.database.systemAtOnce((tx) => add(tx, addPlainWeather));
    for (const reading of unknown) this.#sources.add(reading);
    const unresolved = asked.filter((query) => query !== undefined);
    if (unresolved.length === 0) return [];
    const conflicts = await this.database.systemAtOnce((tx) =>
      Promise.all(unresolved.map((query) => query(tx))),
    );
    return conflicts.flatMap(({ kind, indexes }) => indexes.map((index) => kinds[kind][index] as number));
  }
}

/** Rows of one kind, and how to find those whose keys exist with other values. */
interface Points<Kind extends TelemetryKind> {
  readonly kind: Kind;
  readonly rows: readonly Placed<Kind>[];
  readonly conflicts: Conflicts;
  readonly parametersOf: (rows: readonly Placed<Kind>[]) => unknown[];
}

/** Some keys already existed; this finds those with other values. */
type ConflictQuery = (tx: Transaction) => Promise<{ kind: TelemetryKind; indexes: number[] }>;

function rowsOf<Kind extends TelemetryKind>(
  readings: readonly PlacedReading[],
  kinds: Kinds,
  kind: Kind,
): Placed<Kind>[] {
  return kinds[kind].map((index) => readings[index] as Placed<Kind>);
}
async function addSources(tx: Transaction, sources: readonly PlacedReading[]): Promise<void> {
  if (sources.length === 0) return;
  await tx.change(ADD_SOURCES, sourceParameters(sources));
}

const isWhole = ({ reading }: Placed<'weather'>) => hasExtraWeather(reading);

async function addPlainWeather(
  tx: Transaction,
  rows: readonly Placed<'weather'>[],
): Promise<ConflictQuery | undefined> {
  if (rows.length === 0) return undefined;
  const added = await countAdded(tx, ADD_WEATHER, weatherParameters(rows));
  return added === rows.length ? undefined : weatherConflicts(rows);
}

/** Extra members follow with the readings that were added: of a repeat, nothing is stored. */
async function addWholeWeather(
  tx: Transaction,
  rows: readonly Placed<'weather'>[],
): Promise<ConflictQuery | undefined> {
  const added = await tx.query<WeatherKey>(ADD_WEATHER_OF_KEYS, weatherParameters(rows));
  const whole = firstOf(added, rows).filter(isWhole);
  if (whole.length > 0) await tx.change(ADD_WHOLE_WEATHER, weatherParameters(whole, WEATHER_MEMBERS));
  return added.length === rows.length ? undefined : weatherConflicts(rows);
}

/** For each key the first of its rows, which is the one that was added. */
function firstOf(
  keys: readonly WeatherKey[],
  rows: readonly Placed<'weather'>[],
): readonly Placed<'weather'>[] {
  if (keys.length === rows.length) return rows;
  const textOf = ({ companyId, deviceId, ts }: WeatherKey) => `${companyId} ${deviceId} ${ts}`;
  const left = new Set(keys.map(textOf));
  return rows.filter(({ device, reading: { ts } }) => left.delete(textOf({ ...device, ts })));
}

function weatherConflicts(rows: readonly Placed<'weather'>[]): ConflictQuery {
  const parametersOf = (some: readonly Placed<'weather'>[]) => weatherParameters(some, WEATHER_MEMBERS);
  return conflictsOf(
    { kind: 'weather', rows, conflicts: WEATHER_CONFLICTS, parametersOf },
    parametersOf(rows),
  );
}

async function addPlant(
  tx: Transaction,
  rows: readonly Placed<'plant'>[],
): Promise<ConflictQuery | undefined> {
  if (rows.length === 0) return undefined;
  const parameters = plantParameters(rows);
  const added = await countAdded(tx, ADD_PLANT, parameters);
  if (added === rows.length) return undefined;
  const points = { kind: 'plant' as const, rows, conflicts: PLANT_CONFLICTS };
  return conflictsOf({ ...points, parametersOf: plantParameters }, parameters);
}

async function addSoil(tx: Transaction, rows: readonly Placed<'soil'>[]): Promise<ConflictQuery | undefined> {
  if (rows.length === 0) return undefined;
  const parameters = soilParameters(rows);
  const added = await countAdded(tx, ADD_SOIL, parameters);
  if (added === rows.length) return undefined;
  const points = { kind: 'soil' as const, rows, conflicts: SOIL_CONFLICTS };
  return conflictsOf({ ...points, parametersOf: soilParameters }, parameters);
}

/** A Citus counts the rows that were sent, whether they were added or not, unless it returns something of each. */
async function countAdded(
  tx: Transaction,
  statement: PreparedStatement,
  parameters: unknown[],
): Promise<number> {
  if (!tx.isDistributed) return tx.change(statement, parameters);
  const added = await tx.query(
    { name: `${statement.name}_counted`, text: `${statement.text} RETURNING 1` },
    parameters,
  );
  return added.length;
}

/** @param parameters of all rows */
function conflictsOf<Kind extends TelemetryKind>(
  { kind, rows, conflicts, parametersOf }: Points<Kind>,
  parameters: unknown[],
): ConflictQuery {
  const items = rows.map((row, index) => ({ companyId: row.device.companyId, row, index }));
  return async (tx) => {
    const found = await byCompany(tx, items, async (some, company) => {
      const asked = company === undefined ? parameters : parametersOf(some.map(({ row }) => row));
      const differing = await queryCrossing<{ index: number }>(tx, conflicts, asked, company);
      return differing.flatMap(({ index }) => some[index]?.index ?? []);
    });
    return { kind, indexes: found.flat() };
  };
}

async function addIrrigation(
  tx: Transaction,
  rows: readonly Placed<'irrigation'>[],
): Promise<ConflictQuery | undefined> {
  const rounds = await Promise.all(
    eachEventOnce(rows).map(async (round) => {
      const parameters = irrigationParameters(round);
      const [added] = await Promise.all([
        countAdded(tx, ADD_IRRIGATION, parameters),
        tx.change(COMPLETE_IRRIGATION, parameters),
      ]);
      return added;
    }),
  );
  if (rounds.reduce((sum, added) => sum + added, 0) === rows.length) return undefined;
  const points = { kind: 'irrigation' as const, rows, conflicts: IRRIGATION_CONFLICTS };
  return conflictsOf({ ...points, parametersOf: irrigationParameters }, irrigationParameters(rows));
}

/** An UPDATE applies only one message per event; further messages of an event come after it. */
function eachEventOnce(rows: readonly Placed<'irrigation'>[]): Placed<'irrigation'>[][] {
  const rounds: Placed<'irrigation'>[][] = [];
  const turns = new Map<string, number>();
  for (const row of rows) {
    const event = `${row.device.companyId} ${row.device.deviceId} ${row.reading.eventId}`;
    const turn = turns.get(event) ?? 0;
    turns.set(event, turn + 1);
    (rounds[turn] ??= []).push(row);
  }
  return rounds;
}

/** PostgreSQL refuses the data itself, so repeating does not help. */
function isData(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}

/** PostgreSQL serves, and what it fails with is neither the data's fault nor ours. */
function unstorable(error: unknown): unknown {
  return sqlStateOf(error) === undefined ? error : new UnstorableReadings({ cause: error });
}

function isMissingPartition(error: unknown): boolean {
  return sqlStateOf(error) === '23514' && /no partition/.test((error as Error).message);
}
