import { topicsOf } from '@furrow/telemetry';
import type { Connection } from './connection.ts';

export interface Subscription {
  readonly topic: string;
  readonly qos: number;
}

function subscriptionsOf({ client }: Connection): Subscription[] {
  if (!client?.connected) return [];
  const { subscriptions } = client as unknown as { subscriptions: Record<string, { qos?: number }> };
  return Object.entries(subscriptions).map(([topic, { qos = 0 }]) => ({ topic, qos }));
}

/** Its subscriptions to commands, all or some. */
export function commandSubscriptionsOf(connection: Connection): Subscription[] {
  const { errors } = topicsOf(connection.device.deviceId);
  return subscriptionsOf(connection).filter(({ topic }) => topic !== errors);
}

/** The names of the commands that match its subscriptions; null: all of them. A name has one level. */
export function commandNamesOf(connection: Connection): readonly string[] | null {
  const { length } = topicsOf(connection.device.deviceId).command('');
  const names: string[] = [];
  for (const { topic } of commandSubscriptionsOf(connection)) {
    const [name = '', ...rest] = topic.slice(length).split('/');
    if (rest.length > 1 || (rest.length === 1 && rest[0] !== '#')) continue;
    if (name === '+' || name === '#') return null;
    names.push(name);
  }
  return names;
}

export function subscribesToErrors(connection: Connection): boolean {
  return subscriptionsOf(connection).some(
    ({ topic }) => topic === topicsOf(connection.device.deviceId).errors,
  );
}

/** The QoS at which a message reaches a client with these subscriptions, 0 or 1; undefined if none matches. */
export function qosOf(subscriptions: readonly Subscription[], topic: string): 0 | 1 | undefined {
  const fitting = subscriptions.filter((subscription) => matches(subscription.topic, topic));
  if (fitting.length === 0) return undefined;
  return fitting.some(({ qos }) => qos > 0) ? 1 : 0;
}

function matches(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}
