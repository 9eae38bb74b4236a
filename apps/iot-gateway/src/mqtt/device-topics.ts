import { parseTopic, type PublishedTopic, type TelemetryKind } from '@furrow/telemetry';

/** What a device says with a message; undefined where it may not publish at all. */
export function ownTopic(deviceId: string, topic: string): PublishedTopic | undefined {
  const parsed = parseTopic(topic);
  return parsed?.deviceId === deviceId ? parsed : undefined;
}

export function mayPublish(deviceId: string, topic: string): boolean {
  return ownTopic(deviceId, topic) !== undefined;
}

/** What is to be stored of a message; undefined: nothing. */
export function kindOf(subject: PublishedTopic['subject']): TelemetryKind | undefined {
  return subject === 'status' ? undefined : subject;
}
