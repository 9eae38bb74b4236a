import type { FieldProblem } from '@furrow/kernel';
import { numberIn } from '../members.ts';
import { Wrong } from '../problem.ts';
import { QUANTITIES } from '../quantities.ts';
import { valueAt } from './decoded-path.ts';
import type { MappedMember, Target } from './mapping.ts';
import { type NormalizedValue, normalizedValues } from './normalized.ts';
import type { Uplink } from './uplink.ts';

/** An item as a device would publish it. */
type Item = Record<string, unknown>;

/** The items of an uplink by their kinds, and what of it is not usable. */
export interface UplinkItems {
  readonly weather: readonly Item[];
  readonly soil: readonly Item[];
  readonly problems: readonly FieldProblem[];
}

/**
 * What an uplink measured: by the mapping of its device, else as The Things Stack has normalized it. Each number is
 * judged by itself, so that a defective sensor keeps no other from being stored.
 */
export function itemsOfUplink(uplink: Uplink, mapping: readonly MappedMember[] | null): UplinkItems {
  const problems: FieldProblem[] = [];
  const values = mapping === null ? normalized(uplink, problems) : mapped(uplink, mapping, problems);
  const items = { weather: new Map<unknown, Item>(), soil: new Map<string, Item>() };
  for (const { name, target, value, time } of values) {
    const problem = problemOf(value, target);
    if (problem !== undefined) problems.push({ field: name, message: problem });
    else itemAt(items, target, time ?? uplink.time)[target.member] = value;
  }
  return { weather: [...items.weather.values()], soil: [...items.soil.values()], problems };
}

function mapped(
  { decoded, time }: Uplink,
  mapping: readonly MappedMember[],
  problems: FieldProblem[],
): NormalizedValue[] {
  if (typeof decoded !== 'object' || decoded === null) {
    problems.push({ field: 'decoded', message: NOT_DECODED });
    return [];
  }
  return mapping.map(({ name, target, path }) => ({ name, target, value: valueAt(decoded, path), time }));
}

const NOT_DECODED = 'is missing: give the device a payload formatter at the network server';

function normalized({ normalized: payload }: Uplink, problems: FieldProblem[]): readonly NormalizedValue[] {
  if (payload === undefined || payload === null) {
    problems.push({
      field: 'normalized_payload',
      message: 'is missing: the device needs a mapping, or a formatter that normalizes',
    });
    return [];
  }
  const values = normalizedValues(payload, problems);
  if (values.length === 0 && problems.length === 0)
    problems.push({ field: 'normalized_payload', message: 'has nothing that is stored here' });
  return values;
}

/** Null is a sensor that failed, as in items of MQTT. */
function problemOf(value: unknown, { member }: Target): string | undefined {
  if (value === null) return undefined;
  if (value === undefined) return 'is not in the decoded payload';
  try {
    numberIn(value, '', QUANTITIES[member]);
    return undefined;
  } catch (error) {
    if (error instanceof Wrong) return error.problem.message.trim();
    throw error;
  }
}

/** The item of a target's instant and depth, to which further members are added. */
function itemAt(
  items: { readonly weather: Map<unknown, Item>; readonly soil: Map<string, Item> },
  target: Target,
  ts: unknown,
): Item {
  if (target.kind === 'weather') return known(items.weather, ts, () => ({ ts }));
  const { depth } = target;
  return known(items.soil, `${String(ts)} ${depth}`, () => ({ ts, depth }));
}

function known<Key>(items: Map<Key, Item>, key: Key, create: () => Item): Item {
  const item = items.get(key) ?? create();
  items.set(key, item);
  return item;
}
