import { parseTopic } from '@furrow/telemetry';
import { type TelemetryKind } from '@furrow/telemetry/domain';

/** What messages to a topic are. */
export interface TopicUse {
  /** What is to be stored of them; undefined: nothing. */
  readonly kind: TelemetryKind | undefined;
}

/** @returns undefined where the device may not publish */
export function useOfTopic(deviceId: string, topic: string): TopicUse | undefined {
  const parsed = parseTopic(topic);
  if (parsed?.deviceId !== deviceId) return undefined;
  return { kind: parsed.subject === 'status' ? undefined : parsed.subject };
}
