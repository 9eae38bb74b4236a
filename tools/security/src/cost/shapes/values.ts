import type { Operation } from '../../document.ts';
import { queryWith } from './heads.ts';
import type { Shape } from './shape.ts';

/** Pairs of start and end. */
const RANGES: readonly (readonly [from: string, to: string])[] = [
  ...(
    ['0000-01-01', '0001-01-01', '-000001-01-01', '1700-01-01', '1900-01-01', '2026-01-01'] as const
  ).flatMap((from) =>
    ['0000-12-31', '2026-01-02', '2200-01-01', '9999-12-31', '+275760-09-13'].map(
      (to) => [from, to] as const,
    ),
  ),
  ['1970-01-01', '2000-01-01'],
];
const ZONES = ['Etc/UTC', 'America/Santiago', 'Africa/Monrovia', 'Antarctica/Troll', 'Etc/GMT+12'];
const NUMBERS = [
  ...'1e400 -1e400 NaN Infinity 0x10 -0 9007199254740993 2147483648 1e2 1_000 ٣ %EF%BC%91'.split(' '),
  ...['9'.repeat(400), `0.${'0'.repeat(400)}1`, '1'.repeat(5_000)],
];
/** Parameters that hold an instant or a date. */
const [FROM, TO] = [
  ['from', 'startTime'],
  ['to', 'endTime'],
];

/** Short values with large effects: ranges of centuries, numbers without an end, forged cursors. */
export function valueShapes(operation: Operation, path: string): Shape[] {
  const [base = '', query = ''] = path.split('?');
  const known = operation.parameters.filter((parameter) => parameter.in === 'query');
  const has = (names: readonly string[] = []) => known.find(({ name }) => names.includes(name))?.name;
  const shape = (name: string, values: Readonly<Record<string, string>>): Shape => ({
    name,
    sizes: [100],
    at: () => ({ path: `${base}?${queryWith(query, values)}` }),
  });
  const [from, to] = [has(FROM), has(TO)];
  const intervals = known
    .find(({ name }) => name === 'interval')
    ?.schema.enum?.map((each) => each as string) ?? [undefined];
  const zones = has(['timezone']) === undefined ? [undefined] : ZONES;
  const ranges =
    from === undefined || to === undefined
      ? []
      : RANGES.flatMap(([first, last]) =>
          intervals.flatMap((interval) =>
            zones.map((zone) =>
              shape(
                `${from} ${first}, ${to} ${last}${interval ? `, by ${interval}` : ''}${zone ? `, ${zone}` : ''}`,
                {
                  [from]: encodeURIComponent(from === 'from' ? `${first}T00:00:00` : first),
                  [to]: encodeURIComponent(to === 'to' ? `${last}T00:00:00` : last),
                  ...(interval !== undefined && { interval: interval }),
                  ...(zone !== undefined && { timezone: encodeURIComponent(zone) }),
                },
              ),
            ),
          ),
        );
  const odd = known.flatMap(({ name }) =>
    [...NUMBERS, ...cursors()].map((value) => shape(`${name} is ${value.slice(0, 30)}`, { [name]: value })),
  );
  return [...ranges, ...odd];
}

/** Cursors that are hard to decode as base64 or as JSON. */
function cursors(): string[] {
  const encoded = (json: string) => Buffer.from(json).toString('base64url');
  return [
    ...['A', '=', '====', 'A'.repeat(10_000), '-_'.repeat(5_000), '%FF%FE'],
    ...[
      '{}',
      '[]',
      'null',
      '['.repeat(5_000),
      `{"${'a'.repeat(5_000)}":1}`,
      '{"at":"0000-01-01T00:00:00Z","id":1e400}',
    ].map(encoded),
    encoded(`[${'"\\u0000",'.repeat(900)}1]`),
  ];
}
