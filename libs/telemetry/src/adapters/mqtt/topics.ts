import type { ItemProblem } from '../../application/ingest-telemetry.ts';
import { TELEMETRY_KINDS, type TelemetryKind } from '../../domain/index.ts';

/** The topics of one device; it may use no others. */
export interface DeviceTopics {
  /** For its readings. */
  readonly telemetry: Readonly<Record<TelemetryKind, string>>;
  /** For its status: online when connected, offline by its will. */
  readonly status: string;
  /** For problems with its messages. */
  readonly errors: string;
  /** The filter of all its commands. */
  readonly commands: string;
  command(name: string): string;
}

export function topicsOf(deviceId: string): DeviceTopics {
  const root = `v1/devices/${deviceId}`;
  return {
    telemetry: {
      weather: `${root}/telemetry/weather`,
      plant: `${root}/telemetry/plant`,
      irrigation: `${root}/telemetry/irrigation`,
      soil: `${root}/telemetry/soil`,
    },
    status: `${root}/status`,
    errors: `${root}/errors`,
    commands: `${root}/commands/#`,
    command: (name) => `${root}/commands/${name}`,
  };
}

/** A topic that devices may publish to, in parts. */
export interface PublishedTopic {
  readonly deviceId: string;
  readonly subject: TelemetryKind | 'status';
}

const PUBLISHED = new RegExp(
  `^v1/devices/([^/+#\\u0000]{1,128})/(?:telemetry/(${TELEMETRY_KINDS.join('|')})|(status))$`,
);

/** Undefined for any other topic. The caller checks the device. */
export function parseTopic(topic: string): PublishedTopic | undefined {
  const [, deviceId, kind, status] = PUBLISHED.exec(topic) ?? [];
  if (deviceId === undefined) return undefined;
  return { deviceId, subject: (kind ?? status) as PublishedTopic['subject'] };
}

/** After `commands/`: twice the maximum name of a command. */
const MAX_NAME_LENGTH = 128;

/** Whether a device may subscribe to a filter: all or some of its commands, and its errors. */
export function maySubscribe(deviceId: string, filter: string): boolean {
  const topics = topicsOf(deviceId);
  const root = topics.command('');
  return (
    filter === topics.errors || (filter.startsWith(root) && filter.length <= root.length + MAX_NAME_LENGTH)
  );
}

/** The messages on a device's errors topic about one of its messages, one for each problem. */
export function errorMessages(topic: string, problems: readonly ItemProblem[]): string[] {
  return problems.map(({ index, code, message }) => JSON.stringify({ topic, index, code, message }));
}
