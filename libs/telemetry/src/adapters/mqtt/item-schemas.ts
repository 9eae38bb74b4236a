import {
  MAX_ITEMS,
  PHYTOSANITARY_KPIS,
  type Quantity,
  QUANTITIES,
  type TelemetryKind,
  WEATHER_MEMBERS,
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

function quantity(member: keyof typeof QUANTITIES, example: number, more: Schema = {}): Schema {
  const { about, unit, min, max }: Quantity = QUANTITIES[member];
  const description = unit === undefined ? about : `${about}, ${unit}`;
  return { description, type: ['number', 'null'], minimum: min, maximum: max, examples: [example], ...more };
}

/** The members of an item of each kind; others are ignored. */
export const ITEM_SCHEMAS: Readonly<Record<TelemetryKind, Schema>> = {
  weather: {
    title: 'WeatherReading',
    description: 'What a weather station measured at one instant. null: the sensor is defective.',
    type: 'object',
    required: ['ts'],
    anyOf: WEATHER_MEMBERS.map((member) => ({ required: [member] })),
    properties: {
      ts: instant('When it was measured'),
      te: quantity('te', 21.4),
      hr: quantity('hr', 63),
      wind: quantity('wind', 1.8),
      rain: quantity('rain', 0.4),
      rad: quantity('rad', 612),
      par: quantity('par', 1_240),
      wet: quantity('wet', 10),
      pressure: quantity('pressure', 1_013.2),
      gust: quantity('gust', 6.4),
      dir: quantity('dir', 225),
    },
  },
  plant: {
    title: 'PlantReading',
    description: 'One KPI of plants at one instant.',
    type: 'object',
    required: ['ts', 'kpi', 'value'],
    properties: {
      ts: instant('When it was measured'),
      kpi: name(
        `Name of the KPI. ${PHYTOSANITARY_KPIS.join(' and ')} are refused: they are calculated from scouting records`,
        'vigor',
      ),
      value: quantity('value', 0.82, { type: 'number' }),
      sector: name(SECTOR, 'n1', true),
    },
  },
  irrigation: {
    title: 'IrrigationEvent',
    description:
      'One irrigation. Sent when it begins, and again with the same `eventId` when its end or its volume is known.',
    type: 'object',
    required: ['eventId', 'startedAt'],
    properties: {
      eventId: name('Identifies the event; unique for the device', 'valve-1-0042'),
      startedAt: instant('When the valve opened'),
      endedAt: instant('When it closed; omitted or null while it runs', true),
      volume: quantity('volume', 12.5),
      sector: name(SECTOR, 'n1', true),
    },
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
