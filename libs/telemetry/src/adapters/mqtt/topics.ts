import type { ItemProblem } from '../../application/ingest-telemetry.ts';
import { TELEMETRY_KINDS, type TelemetryKind } from '../../domain/index.ts';

/** The topics of one device; nothing else is open to it. */
export interface DeviceTopics {
  /** What it publishes its readings to. */
  readonly telemetry: Readonly<Record<TelemetryKind, string>>;
  /** Where it tells that it is online, and its will that it is not. */
  readonly status: string;
  /** Where it hears what was not taken. */
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
    },
    status: `${root}/status`,
    errors: `${root}/errors`,
    commands: `${root}/commands/#`,
    command: (name) => `${root}/commands/${name}`,
  };
}

/** What a topic that devices publish to is about. */
export interface PublishedTopic {
  readonly deviceId: string;
  readonly subject: TelemetryKind | 'status';
}

const PUBLISHED = new RegExp(
  `^v1/devices/([^/+#\\u0000]{1,128})/(?:telemetry/(${TELEMETRY_KINDS.join('|')})|(status))$`,
);

/** Undefined for any topic that no device may publish to. Whose it is remains to be checked. */
export function parseTopic(topic: string): PublishedTopic | undefined {
  const [, deviceId, kind, status] = PUBLISHED.exec(topic) ?? [];
  if (deviceId === undefined) return undefined;
  return { deviceId, subject: (kind ?? status) as PublishedTopic['subject'] };
}

/** Behind `commands/`: twice what the name of a command may have. */
const MAX_NAME_LENGTH = 128;

/** Whether a device may subscribe to a filter: its commands, all or some of them, and its errors. */
export function maySubscribe(deviceId: string, filter: string): boolean {
  const topics = topicsOf(deviceId);
  const root = topics.command('');
  return (
    filter === topics.errors || (filter.startsWith(root) && filter.length <= root.length + MAX_NAME_LENGTH)
  );
}

/** What is published to a device's errors about one of its messages, a message for each problem. */
export function errorMessages(topic: string, problems: readonly ItemProblem[]): string[] {
  return problems.map(({ index, code, message }) => JSON.stringify({ topic, index, code, message }));
}
