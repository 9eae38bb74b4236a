import { parseTopic } from '@furrow/telemetry';
import { type TelemetryKind } from '@furrow/telemetry/domain';

/** The use of a topic's messages. */
export interface TopicUse {
  /** The kind of readings; undefined: nothing to store. */
  readonly kind: TelemetryKind | undefined;
}

/** @returns undefined if the device may not publish there */
export function useOfTopic(deviceId: string, topic: string): TopicUse | undefined {
  const parsed = parseTopic(topic);
  if (parsed?.deviceId !== deviceId) return undefined;
  return { kind: parsed.subject === 'status' ? undefined : parsed.subject };
}
