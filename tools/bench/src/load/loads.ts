import type { Child } from '@furrow/testbed/load';
import type { RunningApi, Stage } from '../stage/stage.ts';
import type { Heard, ListenersOrder } from './event-listeners-process.ts';
import type { LoadOrder, LoadResult } from './load-process.ts';
import type { MqttOrder, MqttResult } from './mqtt-load-process.ts';
import type { OverloadOrder, OverloadResult } from './overload-process.ts';

export type Load = Child<LoadOrder, LoadResult>;
export type MqttLoad = Child<MqttOrder, MqttResult>;

export const startLoad = (stage: Stage): Load => stage.start('The load', 'load/load-process');
export const startMqttLoad = (stage: Stage): MqttLoad =>
  stage.start('The MQTT load', 'load/mqtt-load-process');
export const startOverload = (stage: Stage): Child<OverloadOrder, OverloadResult> =>
  stage.start('The overload', 'load/overload-process');
export const startListeners = (stage: Stage): Child<ListenersOrder, Heard> =>
  stage.start('The listeners', 'load/event-listeners-process');

/** Requests of several clients at once; each client sends `calls` of them, one after the other. */
export interface Requests {
  readonly url: string;
  readonly path: string;
  readonly expect: LoadOrder['expect'];
  readonly calls: number;
  readonly clients: readonly { readonly jwt: string; readonly body: (call: number) => object }[];
  /** How many things one request has. */
  readonly items?: number;
}

/** Sends requests with new bodies after a checkpoint. @returns things per second */
export async function perSecond(
  stage: Stage,
  load: Load,
  { url, path, expect, calls, clients, items = 1 }: Requests,
): Promise<number> {
  await stage.checkpoint();
  const bodiesOf = (body: (call: number) => object) =>
    Array.from({ length: calls }, (_, call) => JSON.stringify(body(call)));
  const order = clients.map(({ jwt, body }) => ({ jwt, bodies: bodiesOf(body) }));
  const { seconds } = await load.ask({ url, path, expect, clients: order });
  return (clients.length * calls * items) / seconds;
}

/** Bulk calls of clients that are signed in as the same user, each with `size` new things. */
export function bulkCalls(
  api: RunningApi,
  path: string,
  { jwt, clients, calls, size }: { jwt: string; clients: number; calls: number; size: number },
  body: () => object,
): Requests {
  return {
    ...{ url: api.url.href, path, calls, items: size, expect: allCreated(size) },
    clients: Array.from({ length: clients }, () => ({ jwt, body })),
  };
}

export const allCreated = (size: number): LoadOrder['expect'] => ({
  status: 207,
  text: `"summary":{"created":${size},"repeated":0,"failed":0}`,
});

/** Has all devices send as fast as they are acknowledged, after a checkpoint. @returns messages per second */
export async function acknowledgedPerSecond(
  stage: Stage,
  load: MqttLoad,
  order: Omit<Extract<MqttOrder, { what: 'saturate' }>, 'what'>,
): Promise<number> {
  await stage.checkpoint();
  const { seconds } = await load.ask({ what: 'saturate', ...order });
  return (order.messagesEach * order.targets.length) / seconds;
}
