import { fileURLToPath } from 'node:url';
import { PLAIN_ENVIRONMENT } from '@furrow/testbed';
import type { ProvisionedFarm } from '@furrow/testbed/farms';
import { Child } from '@furrow/testbed/load';
import type { System } from '@furrow/testbed/system';
import type { IngestReport } from '../../application/ingest-telemetry.ts';
import type { DeviceContext } from '../../application/ports.ts';
import type { TelemetryKind } from '../../domain/index.ts';

/** Built, so that specs load nothing of it. */
const PROCESS = fileURLToPath(
  new URL('../../../dist/testing/stations/ingesting-process.js', import.meta.url),
);

export interface Sent {
  readonly device: DeviceContext;
  readonly kind: TelemetryKind;
  /** JSON. */
  readonly payload: string;
}

/** Stores readings of devices as the gateway does after authenticating them, in a process of its own. */
export class Telemetry {
  readonly #ingesting: Child<Sent, IngestReport>;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(url: string) {
    this.#ingesting = Child.start('Ingesting', PROCESS, { ...PLAIN_ENVIRONMENT, DATABASE_URL: url });
  }

  static over(system: System): Telemetry {
    return new Telemetry(system.environmentOfApi['DATABASE_URL'] ?? '');
  }

  /** @param sector the device's place, such as `north/n1` */
  station(farm: ProvisionedFarm, deviceId: string, sector: string): Station {
    const { companyId, projects, sectors } = farm.ids;
    const projectId = projects[sector.split('/')[0]!]!;
    const device = { companyId, deviceId, projectId, sectorId: sectors[sector]! };
    return new Station((kind, payload) => this.#ingest({ device, kind, payload }), device);
  }

  close(): Promise<void> {
    return this.#ingesting.stop();
  }

  /** One after the other, as the process answers. */
  #ingest(sent: Sent): Promise<IngestReport> {
    const report = this.#last.then(() => this.#ingesting.ask(sent));
    this.#last = report.catch(() => undefined);
    return report;
  }
}

export class Station {
  constructor(
    private readonly ingest: (kind: TelemetryKind, payload: string) => Promise<IngestReport>,
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
    return this.ingest(kind, JSON.stringify(payload));
  }
}
