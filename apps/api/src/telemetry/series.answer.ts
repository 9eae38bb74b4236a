import { EXTRA_WEATHER, type ExtraWeather, QUANTITIES, type SoilMember } from '@furrow/telemetry/domain';
import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, table, utcOf } from '../http/export/table.ts';
import * as s from '../openapi/schema.ts';

const localTime = s.about(
  s.within(s.text, { format: 'date-time' }),
  'ISO 8601 with the zone’s offset at that time; for an interval its start',
  '2026-01-31T08:00:00.000-03:00',
);

const weatherPoint = s.named('WeatherPoint', 'Means over the stations of a project.', {
  local_time: localTime,
  te: s.about(s.orNull(s.within(s.number, { minimum: -90, maximum: 60 })), 'Air temperature, °C', 21.4),
  hr: s.about(s.orNull(s.within(s.number, { minimum: 0, maximum: 100 })), 'Relative humidity, %', 48.2),
  wind: s.about(s.orNull(s.within(s.number, { minimum: 0, maximum: 120 })), 'Wind speed, m/s', 2.1),
  vpd: s.about(
    s.orNull(s.within(s.number, { minimum: 0 })),
    'Vapour pressure deficit by FAO-56 eq. 11, per reading, kPa; null where te or hr is',
    1.32,
  ),
  'rain?': s.about(s.orNull(s.within(s.number, { minimum: 0 })), 'mm, summed; where `include` names it', 0.4),
  'rad?': s.about(
    s.orNull(s.within(s.number, { minimum: 0 })),
    'Global radiation, W/m²; where `include` names it',
    612,
  ),
  'par?': s.about(
    s.orNull(s.within(s.number, { minimum: 0 })),
    'Photosynthetic photon flux density, µmol/m²/s; where `include` names it',
    1_240,
  ),
  'wet?': s.about(
    s.orNull(s.within(s.number, { minimum: 0 })),
    'Leaf wetness, minutes, summed; where `include` names it',
    10,
  ),
  'pressure?': s.about(
    s.orNull(s.within(s.number, { minimum: 800, maximum: 1_100 })),
    'Air pressure at the station, hPa; where `include` names it',
    1_013.2,
  ),
  'gust?': s.about(
    s.orNull(s.within(s.number, { minimum: 0, maximum: 120 })),
    'Highest wind speed between readings, averaged, m/s; where `include` names it',
    6.4,
  ),
  'dir?': s.about(
    s.orNull(s.within(s.number, { minimum: 0, maximum: 360 })),
    'Where the wind comes from, degrees clockwise from north, the direction of the mean vector; where `include` names it',
    225,
  ),
});
export const WEATHER = s.success(s.listOf(weatherPoint));

const heatPoint = s.named('HeatPoint', 'The heat index of a project in one hour.', {
  local_time: localTime,
  heatIndex: s.about(
    s.orNull(s.number),
    'Of the hour’s mean temperature and humidity, °C, as the National Weather Service calculates it; null where te or hr is',
    33.2,
  ),
  te: s.about(s.orNull(s.within(s.number, { minimum: -90, maximum: 60 })), 'Mean air temperature, °C', 31.4),
  hr: s.about(s.orNull(s.within(s.number, { minimum: 0, maximum: 100 })), 'Mean relative humidity, %', 48.2),
});
export const HEAT = s.success(s.listOf(heatPoint));

const plantPoint = s.named('PlantPoint', 'The mean of one KPI over one sector.', {
  local_time: localTime,
  kpi: s.about(
    s.text,
    'What was measured; `incidence` and `severity` come from phytosanitary records',
    'vigor',
  ),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'Null if the device has no sector'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name', 'N1'),
  value: s.about(s.number, 'In the unit of the KPI', 0.74),
  sampleCount: s.about(s.count, 'The number of readings, assessed records or severities in the value', 96),
});
export const PLANT = s.success(s.listOf(plantPoint));

const measured = (member: SoilMember, what: string) => {
  const { min, max, example } = QUANTITIES[member];
  return s.about(s.orNull(s.within(s.number, { minimum: min, maximum: max })), what, example);
};

const soilPoint = s.named('SoilPoint', 'What the probes of one sector measured at one depth, as means.', {
  local_time: localTime,
  depth: s.about(s.within(s.number, { minimum: 0, maximum: 300 }), 'Below the surface, cm', 20),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'Null if the device has no sector'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name', 'N1'),
  moisture: measured('moisture', 'Volumetric water content, %'),
  temperature: measured('temperature', 'Soil temperature, °C'),
  ec: measured('ec', 'Electrical conductivity, dS/m'),
  tension: measured('tension', 'Soil water tension, kPa'),
  sampleCount: s.about(s.count, 'The number of readings in the means', 4),
});
export const SOIL = s.success(s.listOf(soilPoint));

const irrigationEvent = s.named('IrrigationEvent', 'An irrigation, past or running.', {
  eventId: s.about(s.text, 'The device’s own name for it', 'valve-3/881'),
  deviceId: s.about(s.text, 'The device that reported it', 'ws-01'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'Null if the device has no sector'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name', 'N1'),
  started_local: s.about(localTime, 'When it began, with offset'),
  ended_local: s.about(s.orNull(localTime), 'When it ended, with offset; null while it runs'),
  durationMinutes: s.about(s.orNull(s.within(s.number, { minimum: 0 })), 'Minutes; null while it runs', 90),
  volume: s.about(s.orNull(s.within(s.number, { minimum: 0 })), 'm³; null if it was not measured', 42.5),
});
export const IRRIGATION = s.success(s.listOf(irrigationEvent));

/** The column of a local time with its offset, and before it one with the same in UTC. */
const alsoInUtc = <Member extends string>(member: Member, heading: string) => ({
  [heading]: (item: Readonly<Record<Member, string | null>>) => utcOf(item[member]),
  [member]: (item: Readonly<Record<Member, string | null>>) => item[member],
});

type WeatherPoint = s.Value<typeof weatherPoint>;

/** @param extra the columns after the five members, in any order, possibly repeated */
export const weatherForm = (extra: readonly ExtraWeather[] = []): ListForm<WeatherPoint> => ({
  name: 'weather',
  table: table(
    columnsOf(weatherPoint, {
      local_time: alsoInUtc('local_time', 'time'),
      ...Object.fromEntries(
        EXTRA_WEATHER.filter((member) => !extra.includes(member)).map((member) => [member, null]),
      ),
    }),
  ),
});

export const HEAT_FORM: ListForm<s.Value<typeof heatPoint>> = {
  name: 'heat',
  table: table(columnsOf(heatPoint, { local_time: alsoInUtc('local_time', 'time') })),
};

export const PLANT_FORM: ListForm<s.Value<typeof plantPoint>> = {
  name: 'plant',
  table: table(columnsOf(plantPoint, { local_time: alsoInUtc('local_time', 'time') })),
};

export const SOIL_FORM: ListForm<s.Value<typeof soilPoint>> = {
  name: 'soil',
  table: table(columnsOf(soilPoint, { local_time: alsoInUtc('local_time', 'time') })),
};

export const IRRIGATION_FORM: ListForm<s.Value<typeof irrigationEvent>> = {
  name: 'irrigation',
  table: table(
    columnsOf(irrigationEvent, {
      started_local: alsoInUtc('started_local', 'startedAt'),
      ended_local: alsoInUtc('ended_local', 'endedAt'),
    }),
  ),
};
