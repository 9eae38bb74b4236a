import type { FieldProblem } from '@furrow/kernel';
import type { Target } from './mapping.ts';

/** One number of a normalized payload. */
export interface NormalizedValue {
  /** Its path in the payload: `[0].air.temperature`. */
  readonly name: string;
  readonly target: Target;
  readonly value: unknown;
  /** When it was measured, as the payload writes it; undefined: when the uplink was received. */
  readonly time: unknown;
}

/**
 * The members of a measurement that are stored here. Units are the same: °C, %, hPa, m/s, degrees, dS/m, cm.
 *
 * Source: The Things Network, *LoRaWAN Device Repository Payload*, lib/payload.json of
 * https://github.com/TheThingsNetwork/lorawan-devices
 */
const WEATHER: Readonly<Record<string, Readonly<Record<string, Target>>>> = {
  air: {
    temperature: { kind: 'weather', member: 'te' },
    relativeHumidity: { kind: 'weather', member: 'hr' },
    pressure: { kind: 'weather', member: 'pressure' },
  },
  wind: {
    speed: { kind: 'weather', member: 'wind' },
    direction: { kind: 'weather', member: 'dir' },
  },
};
const SOIL = ['moisture', 'temperature', 'ec'] as const;
/** More measurements than one uplink has room for. */
const MAX_MEASUREMENTS = 100;

/** The values in a payload that The Things Stack has normalized: a list of measurements, or one of them. */
export function normalizedValues(payload: unknown, problems: FieldProblem[]): readonly NormalizedValue[] {
  const list = Array.isArray(payload) ? (payload as unknown[]) : [payload];
  if (list.length > MAX_MEASUREMENTS)
    problems.push({
      field: 'normalized_payload',
      message: `must have at most ${MAX_MEASUREMENTS} measurements`,
    });
  return list.slice(0, MAX_MEASUREMENTS).flatMap((measurement, index) => {
    const members = membersOf(measurement);
    const time = members['time'];
    const valuesOf = (part: string, targets: Readonly<Record<string, Target>>) =>
      Object.entries(targets).flatMap(([member, target]): NormalizedValue[] => {
        const values = membersOf(members[part]);
        const name = `[${index}].${part}.${member}`;
        return Object.hasOwn(values, member) ? [{ name, target, value: values[member], time }] : [];
      });
    return [
      ...Object.entries(WEATHER).flatMap(([part, targets]) => valuesOf(part, targets)),
      ...valuesOf('soil', soilTargets(members['soil'], index, problems)),
    ];
  });
}

/** Soil is measured at a depth: a probe that does not say it needs a mapping. */
function soilTargets(
  soil: unknown,
  index: number,
  problems: FieldProblem[],
): Readonly<Record<string, Target>> {
  const members = membersOf(soil);
  if (!SOIL.some((member) => Object.hasOwn(members, member))) return {};
  const { depth } = members;
  if (typeof depth !== 'number' || !(depth >= 0 && depth <= 300)) {
    const field = `[${index}].soil.depth`;
    problems.push({
      field,
      message:
        'must be a number from 0 to 300; a mapping of the device says the depth where its payload does not',
    });
    return {};
  }
  return Object.fromEntries(SOIL.map((member) => [member, { kind: 'soil', member, depth } as const]));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
