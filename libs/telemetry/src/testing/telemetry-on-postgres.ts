import { accessRows, wireAccessIn } from '@furrow/access';
import { agronomyRows, recordObservations, wireAgronomyIn } from '@furrow/agronomy';
import { newId, SystemClock } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { Database } from '@furrow/database';
import { createTestDatabase } from '@furrow/testbed';
import { devicesIn } from '../adapters/access/access-devices.ts';
import { AgronomyFarmDirectory } from '../adapters/agronomy/agronomy-farm-directory.ts';
import { AgronomySectorRegistry } from '../adapters/agronomy/agronomy-sector-registry.ts';
import { BatchingReadingStore } from '../adapters/typeorm/batching-reading-store.ts';
import { TypeormCommandOutbox } from '../adapters/typeorm/commands/typeorm-command-outbox.ts';
import { TypeormPendingCommands } from '../adapters/typeorm/commands/typeorm-pending-commands.ts';
import { TypeormPartitions } from '../adapters/typeorm/typeorm-partitions.ts';
import { telemetryRows } from '../adapters/typeorm/rows.ts';
import { TypeormReadingStore } from '../adapters/typeorm/typeorm-reading-store.ts';
import { TypeormRejectedUplinks } from '../adapters/typeorm/errors/typeorm-rejected-uplinks.ts';
import { TypeormDeviceErrorStore } from '../adapters/typeorm/errors/typeorm-device-error-store.ts';
import { TypeormHourlyWeatherQuery } from '../adapters/typeorm/queries/typeorm-hourly-weather-query.ts';
import { TypeormSeriesQuery } from '../adapters/typeorm/queries/typeorm-series-query.ts';
import { IngestTelemetry } from '../application/ingest-telemetry.ts';
import { KnownSectors } from '../application/known-sectors.ts';
import { fresh, NOW } from './builders.ts';
import type { RejectedUplinks } from '../application/lorawan/ports.ts';
import type { ScoutedRecord } from '../application/ports.ts';
import { type AskedFarm, SITES, type Station, type TelemetryPorts } from './field.ts';

/** Telemetry's adapters, wired as the module wires them, on a database of their own. */
export interface TelemetryOnPostgres extends TelemetryPorts {
  readonly database: Database;
  readonly pending: TypeormPendingCommands;
  readonly partitions: TypeormPartitions;
  readonly uplinks: RejectedUplinks;
  readonly ingest: IngestTelemetry;
  /** The login of a service, which has not taken on a role yet. */
  readonly url: string;
  readonly ownerUrl: string;
  query<Row extends object>(companyId: string, sql: string, parameters?: unknown[]): Promise<Row[]>;
}

export async function telemetryOnPostgres({
  poolSize = 6,
  onCitus = false,
} = {}): Promise<TelemetryOnPostgres> {
  const test = await createTestDatabase({ onCitus });
  const rows = [...accessRows, ...agronomyRows, ...telemetryRows];
  const database = await Database.connect(test.url, { poolSize, rows });
  const clock = new FixedClock(NOW);
  const partitions = new TypeormPartitions(database);
  const store = new TypeormReadingStore(database, partitions);
  const sectors = new AgronomySectorRegistry(database);
  return {
    ...{ database, clock, store, sectors, partitions, url: test.url, ownerUrl: test.ownerUrl },
    errors: new TypeormDeviceErrorStore(database),
    uplinks: new TypeormRejectedUplinks(database),
    outbox: new TypeormCommandOutbox(database),
    pending: new TypeormPendingCommands(database, clock),
    series: new TypeormSeriesQuery(database, clock, (tx) => new AgronomyFarmDirectory(tx)),
    ingest: new IngestTelemetry(new BatchingReadingStore(store), new KnownSectors(sectors, clock), clock),
    hourly: new TypeormHourlyWeatherQuery(database, {
      farm: (tx) => new AgronomyFarmDirectory(tx),
      devices: devicesIn,
    }),
    newStation: (farm) => stationOnFile(database, farm),
    scout: (station, records) => recordsOnFile(database, station, records),
    query: (companyId, sql, parameters = []) => database.tenant(companyId, (tx) => tx.query(sql, parameters)),
    close: async () => {
      await database.close();
      await test.drop();
    },
  };
}

/** Creates a company with a station as `furrow apply` would, in one transaction. */
function stationOnFile(
  database: Database,
  { timezone = 'America/Santiago', sites = SITES }: AskedFarm = {},
): Promise<Station> {
  const companyId = newId();
  return database.tenant(companyId, async (tx) => {
    await wireAccessIn(tx, new SystemClock()).applyCompany.execute({
      key: fresh('farm'),
      name: 'Acme Farms',
      timezone: 'America/Santiago',
    });
    const idpId = fresh('idp|ada');
    const users = await wireAccessIn(tx, new SystemClock()).applyUsers.execute(
      [{ idpId, name: 'Ada', role: 'admin' }],
      { prune: false },
    );
    const sectors = ['n1', 'n2'].map((key) => ({ key, name: key.toUpperCase() }));
    const { projects, sectors: sectorIds } = await wireAgronomyIn(tx).applyProjects.execute(
      [
        { key: 'north', name: 'North', timezone, sectors },
        { key: 'south', name: 'South', timezone: 'UTC', sectors: [{ key: 's1', name: 'S1' }] },
      ],
      { prune: false },
    );
    const place = { projectId: projects['north']!, sectorId: sectorIds['north/n1']! };
    const deviceIds = [fresh('ws'), fresh('ws')] as const;
    await wireAccessIn(tx, new SystemClock()).applyDevices.execute(
      deviceIds.map((deviceId, n) => ({ deviceId, ...place, ...sites[n] })),
      { prune: false },
    );
    return {
      companyId,
      ...{ device: { companyId, deviceId: deviceIds[0], ...place } },
      ...{ neighbour: { companyId, deviceId: deviceIds[1], ...place } },
      ...{ sectorIds: { n1: sectorIds['north/n1']!, n2: sectorIds['north/n2']! } },
      ...{ otherProject: { projectId: projects['south']!, sectorId: sectorIds['south/s1']! } },
      ...{ userId: users.get(idpId)!, idpId },
    };
  });
}

/** One record for each, with as many severities as it states, which add up to its sum. */
function recordsOnFile(
  database: Database,
  station: Station,
  records: readonly ScoutedRecord[],
): Promise<void> {
  const { companyId, device, userId, idpId } = station;
  return database.tenant(companyId, async (tx) => {
    for (const { at, sectorId, affected, severitySum, severityCount } of records) {
      const observations = Array.from({ length: Math.max(1, severityCount) }, (_, i) => ({
        ...{ variable: `pest${i}`, type: 'pests' as const, name: 'Aphid', eppoCode: null, threshold: null },
        value: affected && i === 0 ? 3 : 0,
        severity: severitySum === null ? null : i === 0 ? Number(severitySum) : 0,
      }));
      const unassessed = { variable: 'other', value: null, severity: 99 };
      const source = {
        ...{ recordId: newId(), recordedAt: new Date(at), createdAt: NOW, gps: null },
        ...{ projectId: device.projectId, sectorId, author: { userId, idpId, name: 'Ada' } },
      };
      await recordObservations(tx, [
        { source, observations: [...observations, { ...observations[0]!, ...unassessed }] },
      ]);
    }
  });
}
