// A process of its own, the same for every side that is measured.
import { PublishTemplate } from './publish-template.ts';
import { inParallel, MqttConnection, type MqttTarget, quantile, workOff } from '@furrow/testbed/load';

const CONNECTING_AT_ONCE = 100;
const TICK_MS = 1;
const WARM_UP_SECONDS = 1;
const IDS = 65_535;

/** Readings start at `firstTs` (epoch milliseconds) and lie a second apart within a device. */
export type MqttOrder =
  | {
      readonly what: 'saturate';
      readonly targets: readonly MqttTarget[];
      /** Unacknowledged messages per device. */
      readonly window: number;
      readonly messagesEach: number;
      readonly firstTs: number;
      /** How many of the devices send rain, radiation, light and wetness too; none if omitted. */
      readonly whole?: number;
    }
  | {
      readonly what: 'pace';
      readonly targets: readonly MqttTarget[];
      /** Messages per second, over all devices. */
      readonly rate: number;
      readonly seconds: number;
      readonly firstTs: number;
    }
  /** Opens connections and leaves them open until the process ends. */
  | { readonly what: 'hold'; readonly targets: readonly MqttTarget[] };

export interface MqttResult {
  /** From the first message to the last acknowledgement. */
  readonly seconds: number;
  /** Milliseconds from when a message was due until it was acknowledged; 0 unless paced. */
  readonly p50: number;
  readonly p99: number;
}

workOff(run);

async function run(order: MqttOrder): Promise<MqttResult> {
  const connections = await connectAll(order.targets);
  if (order.what === 'hold') return { seconds: 0, p50: 0, p99: 0 };
  const whole = order.what === 'saturate' ? (order.whole ?? 0) : 0;
  const templates = order.targets.map(({ topic }, device) => new PublishTemplate(topic, device < whole));
  const result =
    order.what === 'saturate'
      ? await saturate(order, connections, templates)
      : await pace(order, connections, templates);
  for (const connection of connections) connection.close();
  return result;
}

async function connectAll(targets: readonly MqttTarget[]): Promise<MqttConnection[]> {
  const connections: MqttConnection[] = [];
  await inParallel(targets, CONNECTING_AT_ONCE, async (target, index) => {
    connections[index] = await MqttConnection.open(target);
  });
  return connections;
}

/** Each device keeps its window full until all its messages are acknowledged. */
async function saturate(
  { window, messagesEach, firstTs }: Extract<MqttOrder, { what: 'saturate' }>,
  connections: readonly MqttConnection[],
  templates: readonly PublishTemplate[],
): Promise<MqttResult> {
  const start = performance.now();
  await Promise.all(
    connections.map(
      (connection, device) =>
        new Promise<void>((resolve) => {
          let sent = 0;
          let acknowledged = 0;
          const send = (count: number) => {
            const first = sent;
            sent += count;
            const idOf = (index: number) => 1 + ((first + index) % IDS);
            const frames = templates[device]?.frames(count, idOf, firstTs + first * 1_000);
            if (frames) connection.write(frames);
          };
          connection.onAcks = ({ length }) => {
            acknowledged += length;
            const more = Math.min(length, messagesEach - sent);
            if (more > 0) send(more);
            if (acknowledged === messagesEach) resolve();
          };
          send(Math.min(window, messagesEach));
        }),
    ),
  );
  return { seconds: (performance.now() - start) / 1_000, p50: 0, p99: 0 };
}

/** Messages are due at even intervals, round-robin over the devices, whatever became of earlier ones. */
async function pace(
  { rate, seconds: lasts, firstTs }: Extract<MqttOrder, { what: 'pace' }>,
  connections: readonly MqttConnection[],
  templates: readonly PublishTemplate[],
): Promise<MqttResult> {
  const devices = connections.length;
  const total = Math.floor(rate * (WARM_UP_SECONDS + lasts));
  const latencies = new Float64Array(total);
  const start = performance.now();
  let sent = 0;
  let acknowledged = 0;
  await new Promise<void>((resolve) => {
    connections.forEach((connection, device) => {
      let rounds = 0; // acknowledgements come in order of id, so an id identifies its message until ids wrap around
      let last = 0;
      connection.onAcks = (ids) => {
        const now = performance.now();
        for (const id of ids) {
          if (id < last) rounds++;
          last = id;
          const message = (rounds * IDS + id - 1) * devices + device;
          latencies[message] = now - start - (message / rate) * 1_000;
        }
        acknowledged += ids.length;
        if (acknowledged === total) resolve();
      };
    });
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * rate));
      for (let device = 0; device < devices; device++) {
        const first = countOf(device, sent, devices);
        const count = countOf(device, due, devices) - first;
        if (count === 0) continue;
        const idOf = (index: number) => 1 + ((first + index) % IDS);
        const frames = templates[device]?.frames(count, idOf, firstTs + first * 1_000);
        if (frames) connections[device]?.write(frames);
      }
      sent = due;
      if (sent === total) clearInterval(timer);
    }, TICK_MS);
  });
  const counted = [...latencies.subarray(Math.floor(rate * WARM_UP_SECONDS))];
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, p50: quantile(counted, 0.5), p99: quantile(counted, 0.99) };
}

/** How many of the first `messages` belong to this device. */
function countOf(device: number, messages: number, devices: number): number {
  return Math.floor((messages + devices - 1 - device) / devices);
}
