import { SystemClock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import type { ProvisionedFarm } from '@furrow/testbed/farms';
import type { System } from '@furrow/testbed/system';
import type { IngestReport, IngestTelemetry } from '../application/ingest-telemetry.ts';
import type { DeviceContext } from '../application/ports.ts';
import type { TelemetryKind } from '../domain/index.ts';

/** Stores readings of devices as the gateway does after authenticating them. */
export class Telemetry {
  private constructor(
    private readonly database: Database,
    private readonly ingest: IngestTelemetry,
  ) {}

  static async over(system: System): Promise<Telemetry> {
    // Imported here, so that spec files without readings do not load it.
    const [{ Database }, { wireTelemetry }] = await Promise.all([
      import('@furrow/database'),
      import('../wiring.ts'),
    ]);
    const url = system.environmentOfApi['DATABASE_URL'] ?? '';
    const database = await Database.connect(url, { poolSize: 4, rows: [] });
    return new Telemetry(database, wireTelemetry(database, new SystemClock()).ingestTelemetry);
  }

  /** @param sector the device's place, such as `north/n1` */
  station(farm: ProvisionedFarm, deviceId: string, sector: string): Station {
    const { companyId, projects, sectors } = farm.ids;
    const projectId = projects[sector.split('/')[0]!]!;
    return new Station(this.ingest, { companyId, deviceId, projectId, sectorId: sectors[sector]! });
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

export class Station {
  constructor(
    private readonly ingest: IngestTelemetry,
    readonly device: DeviceContext,
  ) {}

  /** Sends any number of items, all of which must be accepted. */
  async send(kind: TelemetryKind, items: readonly object[]): Promise<void> {
    for (let i = 0; i < items.length; i += 1_000) {
      const report = await this.report(kind, items.slice(i, i + 1_000));
      if (report.problems.length > 0) throw new Error(`Not taken: ${JSON.stringify(report.problems[0])}`);
    }
  }

  report(kind: TelemetryKind, payload: unknown): Promise<IngestReport> {
    return this.ingest.execute(this.device, kind, Buffer.from(JSON.stringify(payload)));
  }
}
