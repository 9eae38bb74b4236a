import {
  MAX_ITEMS,
  PHYTOSANITARY_KPIS,
  type Quantity,
  QUANTITIES,
  type ReadingOf,
  SOIL_MEMBERS,
  type SoilMember,
  type TelemetryKind,
  WEATHER_MEMBERS,
  type WeatherMember,
} from '../../domain/index.ts';
import { MAX_TEXT } from '../../domain/members.ts';

/** Part of a JSON Schema, draft 7, as AsyncAPI 3 accepts it. */
export type Schema = Readonly<Record<string, unknown>>;

const INSTANT = 'ISO 8601 with `Z` or an offset, or epoch milliseconds; from 2000-01-01 to one day ahead';
const SECTOR = 'Key or id of a sector of the device’s project; default: the sector of the device';

const instant = (description: string, nullable = false): Schema => ({
  description: `${description}. ${INSTANT}`,
  oneOf: [
    { type: 'string', format: 'date-time' },
    { type: 'integer' },
    ...(nullable ? [{ type: 'null' }] : []),
  ],
  examples: ['2026-03-10T14:05:00-03:00'],
});

const name = (description: string, example: string, nullable = false): Schema => ({
  ...{ description, type: nullable ? ['string', 'null'] : 'string' },
  ...{ minLength: 1, maxLength: MAX_TEXT, examples: [example] },
});

function quantity(member: keyof typeof QUANTITIES, more: Schema = {}): Schema {
  const { about, unit, min, max, example }: Quantity = QUANTITIES[member];
  const description = unit === undefined ? about : `${about}, ${unit}`;
  return { description, type: ['number', 'null'], minimum: min, maximum: max, examples: [example], ...more };
}

/** The members of an item, each of the reading that is made of it. */
type MembersOf<Kind extends TelemetryKind> = Readonly<Record<keyof ReadingOf[Kind], Schema>>;

const weather = {
  ts: instant('When it was measured'),
  ...(Object.fromEntries(WEATHER_MEMBERS.map((member) => [member, quantity(member)])) as Readonly<
    Record<WeatherMember, Schema>
  >),
} satisfies MembersOf<'weather'>;

const plant = {
  ts: instant('When it was measured'),
  kpi: name(
    `Name of the KPI. ${PHYTOSANITARY_KPIS.join(' and ')} are refused: they are calculated from scouting records`,
    'vigor',
  ),
  value: quantity('value', { type: 'number' }),
  sector: name(SECTOR, 'n1', true),
} satisfies MembersOf<'plant'>;

const irrigation = {
  eventId: name('Identifies the event; unique for the device', 'valve-1-0042'),
  startedAt: instant('When the valve opened'),
  endedAt: instant('When it closed; omitted or null while it runs', true),
  volume: quantity('volume'),
  sector: name(SECTOR, 'n1', true),
} satisfies MembersOf<'irrigation'>;

const soil = {
  ts: instant('When it was measured'),
  depth: quantity('depth', { type: 'number' }),
  ...(Object.fromEntries(SOIL_MEMBERS.map((member) => [member, quantity(member)])) as Readonly<
    Record<SoilMember, Schema>
  >),
} satisfies MembersOf<'soil'>;

/** An item of each kind; members that are not listed are ignored. */
export const ITEM_SCHEMAS: Readonly<Record<TelemetryKind, Schema>> = {
  weather: {
    title: 'WeatherReading',
    description: 'What a weather station measured at one instant. null: the sensor is defective.',
    type: 'object',
    required: ['ts'],
    anyOf: WEATHER_MEMBERS.map((member) => ({ required: [member] })),
    properties: weather,
  },
  plant: {
    title: 'PlantReading',
    description: 'One KPI of plants at one instant.',
    type: 'object',
    required: ['ts', 'kpi', 'value'],
    properties: plant,
  },
  irrigation: {
    title: 'IrrigationEvent',
    description:
      'One irrigation. Sent when it begins, and again with the same `eventId` when its end or its volume is known.',
    type: 'object',
    required: ['eventId', 'startedAt'],
    properties: irrigation,
  },
  soil: {
    title: 'SoilReading',
    description: 'What a soil probe measured at one depth and instant. null: the sensor is defective.',
    type: 'object',
    required: ['ts', 'depth'],
    anyOf: SOIL_MEMBERS.map((member) => ({ required: [member] })),
    properties: soil,
  },
};

/** A payload of a telemetry topic: one item, or an array of them. */
export const payloadSchema = (kind: TelemetryKind): Schema => ({
  oneOf: [
    { $ref: `#/components/schemas/${String(ITEM_SCHEMAS[kind]['title'])}` },
    {
      type: 'array',
      maxItems: MAX_ITEMS,
      items: { $ref: `#/components/schemas/${String(ITEM_SCHEMAS[kind]['title'])}` },
    },
  ],
});
