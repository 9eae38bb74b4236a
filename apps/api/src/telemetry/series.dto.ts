import { isTimeZone, type LocalDate } from '@furrow/kernel';
import {
  EXTRA_WEATHER,
  type ExtraWeather,
  isLocalDateTime,
  LOCAL_INTERVALS,
  type LocalInterval,
  QUANTITIES,
} from '@furrow/telemetry/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import {
  About,
  allOf,
  CalendarDate,
  Id,
  IfGiven,
  Must,
  NumberAsked,
  OfCompany,
  OneOf,
  SomeOf,
  Text,
} from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

const LocalDateTime = () =>
  allOf(
    Must(isLocalDateTime, '$property must be a local date-time without offset, such as 2026-01-31T08:00:00'),
    ApiProperty({ type: String, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?$' }),
  );

const TimeZone = () =>
  allOf(
    Must(isTimeZone, '$property must be an IANA zone such as America/Santiago'),
    ApiProperty({ type: String }),
  );

/** In a local hour that occurs twice, `from` means the first pass and `to` the second. */
export class SeriesQueryDto {
  @About('A project of the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @OfCompany()
  companyId?: string;

  @About('Only what was measured in this sector of the project', EXAMPLE_IDS.sector)
  @IfGiven(Id())
  sectorId?: string;

  @About(
    'First local time, without offset. A time that clocks skip is the instant after the gap',
    '2026-01-31T00:00:00',
  )
  @LocalDateTime()
  from: string;

  @About('Last local time, without offset, inclusive', '2026-01-31T23:59:59')
  @LocalDateTime()
  to: string;

  @About('IANA name of the zone of from, to and the response’s local times', 'America/Santiago')
  @TimeZone()
  timezone: string;

  @FormatAsked({ of: PLACELESS })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}

export class MeasuredDaysQuery {
  @About('A project of the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @About('First local date, inclusive', '2026-01-01')
  @CalendarDate()
  from: LocalDate;

  @About('Last local date, inclusive; at most 731 days', '2026-01-31')
  @CalendarDate()
  to: LocalDate;

  @About('IANA name of the zone of the dates', 'America/Santiago')
  @TimeZone()
  timezone: string;
}

export class WeatherQueryDto extends SeriesQueryDto {
  @About(
    'Aligned to the local clock, with means of the readings from `from` to `to`; 1d is a local day. Defaults to raw',
    '1h',
  )
  @IfGiven(OneOf(LOCAL_INTERVALS))
  interval?: LocalInterval;

  @About('Additional members of each point: rain and wet are sums, the others means', 'rain,rad')
  @IfGiven(SomeOf(EXTRA_WEATHER))
  include?: ExtraWeather[];
}

export class SoilQueryDto extends SeriesQueryDto {
  @About(
    'Aligned to the local clock, with means of the readings from `from` to `to`; 1d is a local day. Defaults to raw',
    '1h',
  )
  @IfGiven(OneOf(LOCAL_INTERVALS))
  interval?: LocalInterval;

  @About('Only of this depth, cm', 20)
  @IfGiven(NumberAsked(QUANTITIES.depth.min, QUANTITIES.depth.max))
  depth?: number;
}

export class PlantQueryDto extends SeriesQueryDto {
  @About(
    'Aligned to the local clock, with means of the readings from `from` to `to`; defaults to 1d, a local day',
    '1d',
  )
  @IfGiven(OneOf(LOCAL_INTERVALS))
  interval?: LocalInterval;

  @About('incidence and severity come from phytosanitary records, all others from devices', 'vigor')
  @IfGiven(Text(100))
  kpi?: string;
}
