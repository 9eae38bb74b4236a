import { count, id, listOf, number, object, orNull, success, text } from '../openapi/schema.ts';

const localTime = { ...text, description: 'ISO 8601 with offset', example: '2026-01-31T08:00:00.000-03:00' };

export const WEATHER = success(
  listOf(
    object({
      local_time: localTime,
      te: { ...orNull(number), description: 'Air temperature, °C' },
      hr: { ...orNull(number), description: 'Relative humidity, %' },
      wind: { ...orNull(number), description: 'Wind speed, m/s' },
      vpd: { ...orNull(number), description: 'Vapour pressure deficit by FAO-56 eq. 11, per reading, kPa' },
    }),
  ),
);

export const PLANT = success(
  listOf(
    object({
      local_time: localTime,
      kpi: text,
      sectorId: orNull(id),
      sector_name: orNull(text),
      value: number,
      sampleCount: { ...count, description: 'Readings, assessed records or severities behind the value' },
    }),
  ),
);

export const IRRIGATION = success(
  listOf(
    object({
      eventId: text,
      deviceId: text,
      sectorId: orNull(id),
      sector_name: orNull(text),
      started_local: localTime,
      ended_local: { ...orNull(text), description: 'Null while it runs' },
      durationMinutes: orNull(number),
      volume: { ...orNull(number), description: 'm³' },
    }),
  ),
);
