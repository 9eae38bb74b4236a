import type { Clock, FieldProblem } from '@furrow/kernel';
import { CONFLICT } from '../../domain/index.ts';
import { itemsOfUplink, type UplinkItems } from '../../domain/lorawan/uplink-items.ts';
import { type LorawanNetwork, type Uplink, uplinkOf } from '../../domain/lorawan/uplink.ts';
import { DeviceUnknown, UplinkUnusable } from '../../domain/errors.ts';
import type { IngestReport, IngestTelemetry, TelemetryMessage } from '../ingest-telemetry.ts';
import type { KnownLorawanDevices } from './known-lorawan-devices.ts';
import type { DeviceContext } from '../ports.ts';
import type { RejectedUplinks } from './ports.ts';

export interface ReceivedUplink {
  readonly companyId: string;
  readonly network: LorawanNetwork;
  /** The body of the network server's request. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The event that ChirpStack names in the query. */
  readonly event?: unknown;
  /** Called before a device's readings are stored, with their number. @throws to refuse them */
  readonly admit: (device: DeviceContext, readings: number) => void;
}

/** Stores what a LoRaWAN device measured, as its network server reports it, by the same use case as readings over MQTT. */
export class IngestUplink {
  constructor(
    private readonly ingest: IngestTelemetry,
    private readonly devices: KnownLorawanDevices,
    private readonly rejected: RejectedUplinks,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves after the commit of everything usable, and at once for events that are no uplinks. Sending the same again is
   * safe: device and time are the key of its readings.
   * @throws ValidationFailed if the body is no event of the network server; DeviceUnknown | UplinkUnusable, which are
   * listed for the company; DatabaseUnavailable; what `admit` throws
   */
  async execute({ companyId, network, body, event, admit }: ReceivedUplink): Promise<void> {
    const uplink = uplinkOf(network, body, event);
    if (uplink === undefined) return;
    const { devEui } = uplink;
    const found = await this.devices.find(companyId, devEui);
    const reject = (code: 'device_unknown' | 'uplink_unusable', reasons: readonly FieldProblem[]) =>
      this.rejected.add({ companyId, devEui, network, code, reasons, at: this.clock.now() });
    if (found === undefined) {
      await reject('device_unknown', []);
      throw new DeviceUnknown(devEui);
    }
    const { device, mapping } = found;
    const items = itemsOfUplink(uplink, mapping);
    const readings = items.weather.length + items.soil.length;
    if (readings > 0) admit(device, readings);
    const problems = readings === 0 ? items.problems : await this.#stored(device, items, uplink);
    if (problems === undefined) return;
    await reject('uplink_unusable', problems);
    throw new UplinkUnusable(problems);
  }

  /** @returns undefined if anything of it is stored, now or before */
  async #stored(
    device: DeviceContext,
    items: UplinkItems,
    uplink: Uplink,
  ): Promise<readonly FieldProblem[] | undefined> {
    const messages = (['weather', 'soil'] as const).flatMap((kind): TelemetryMessage[] =>
      items[kind].length === 0 ? [] : [{ kind, payload: Buffer.from(JSON.stringify(items[kind])) }],
    );
    const reports = await new Promise<readonly IngestReport[]>((stored, failed) =>
      this.ingest.submit(device, messages, { stored, failed }),
    );
    const refused = reports.flatMap((report) => report.problems);
    const isStored =
      reports.some(({ accepted }) => accepted > 0) || refused.some(({ code }) => code === CONFLICT.code);
    if (isStored) return undefined;
    const time = String(uplink.time).slice(0, 40);
    return [...items.problems, ...refused.map(({ message }) => ({ field: time, message }))];
  }
}
