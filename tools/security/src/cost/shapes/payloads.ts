import type { DeviceTopics } from '@furrow/telemetry';
import { VALUES } from './json.ts';

/** Up to just below the largest permitted packet. */
const SIZES = [15_000, 250_000, 1_900_000];
/** The members of the items of each kind. */
const MEMBERS: Readonly<Record<keyof DeviceTopics['telemetry'], readonly string[]>> = {
  weather: ['ts', 'te', 'hr', 'wind'],
  plant: ['ts', 'kpi', 'value', 'sector'],
  soil: ['ts', 'depth', 'moisture', 'temperature', 'ec', 'tension'],
  irrigation: ['eventId', 'startedAt', 'endedAt', 'volume', 'sector'],
};
const SMALL_ITEM_BYTES = 100;

/** A payload of readings, in any size. */
export interface PayloadShape {
  readonly name: string;
  readonly topic: string;
  readonly sizes: readonly number[];
  readonly at: (size: number) => Buffer;
}

/** Each hostile value as a payload, in every member of an item, and in many items. */
export function payloadShapes({ telemetry, status }: DeviceTopics): PayloadShape[] {
  const shapes = Object.entries(MEMBERS).flatMap(([kind, members]) =>
    Object.entries(VALUES).flatMap(([name, value]): PayloadShape[] => {
      const item = (bytes: number) =>
        `{${members.map((member) => `"${member}":${value(bytes / members.length)}`).join(',')}}`;
      const items = (bytes: number) =>
        `[${Array.from({ length: bytes / SMALL_ITEM_BYTES / 2 }, () => item(SMALL_ITEM_BYTES)).join(',')}]`;
      const topic = telemetry[kind as keyof DeviceTopics['telemetry']];
      return Object.entries({ '': value, ' in an item': item, ' in many items': items }).map(
        ([where, payload]) => ({
          ...{ name: `${kind}, ${name}${where}`, topic, sizes: SIZES },
          at: (size: number) => Buffer.from(payload(size)).subarray(0, size),
        }),
      );
    }),
  );
  const everyMonth: PayloadShape = {
    ...{ name: 'weather, a reading of each month', topic: telemetry.weather, sizes: [100_000] },
    at: (size) => Buffer.from(JSON.stringify(months(size / 200))),
  };
  const plain = ['a', '\0', '\xff'].map((unit): PayloadShape => ({
    ...{ name: `status, ${JSON.stringify(unit)} repeated`, topic: status, sizes: SIZES },
    at: (size) => Buffer.alloc(size, unit, 'latin1'),
  }));
  return [...shapes, everyMonth, ...plain];
}

function months(count: number): object[] {
  return Array.from({ length: count }, (_, i) => {
    const [year, month] = [1_985 + Math.floor(i / 12), (i % 12) + 1];
    return { ts: `${year}-${String(month).padStart(2, '0')}-10T12:00:00Z`, te: 20 };
  });
}
