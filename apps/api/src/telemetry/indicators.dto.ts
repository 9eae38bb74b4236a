import { type LocalDate } from '@furrow/kernel';
import {
  CHILL_MODELS,
  type ChillModel,
  DEGREE_DAY_CUTOFFS,
  DEGREE_DAY_METHODS,
  type DegreeDayCutoff,
  ET0_METHODS,
  INDICATOR_DEFAULTS,
  type IndicatorName,
  type IndicatorParameters,
} from '@furrow/telemetry/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { About, CalendarDate, Id, IfGiven, Must, NumberAsked, OfCompany, OneOf } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

/** The possible temperatures of air, °C. */
const [COLDEST, HOTTEST] = [-90, 60];

/** The parameters of every indicator. */
export class IndicatorQueryDto {
  @About('A project of the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @OfCompany()
  companyId?: string;

  @About(
    'First local day of the project, inclusive; what `meta.countedSinceFrom` names begins with it',
    '2026-09-01',
  )
  @CalendarDate()
  from: LocalDate;

  @About('Last local day of the project, inclusive; at most 731 days', '2026-09-30')
  @CalendarDate()
  to: LocalDate;

  @About('Only of this device', 'ws-01')
  @IfGiven(Id())
  deviceId?: string;

  @About('Only of the stations in this sector of the project', EXAMPLE_IDS.sector)
  @IfGiven(Id())
  sectorId?: string;

  @About('The minimum coverage for a day to have a value', 0.75)
  @IfGiven(NumberAsked(0, 1, INDICATOR_DEFAULTS.minCoverage))
  minCoverage?: number;

  @FormatAsked({ of: PLACELESS })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}

/** The parameters of some indicators; the classes below declare their values. */
export type IndicatorQuery = IndicatorQueryDto & IndicatorParameters;

const AboveBase = () =>
  Must((value, { base = INDICATOR_DEFAULTS.base }) => {
    return typeof value !== 'number' || typeof base !== 'number' || value > base;
  }, '$property must lie above base');

class DegreeDaysQueryDto extends IndicatorQueryDto {
  @IfGiven(NumberAsked(COLDEST, HOTTEST, INDICATOR_DEFAULTS.base))
  base?: number;

  @IfGiven(NumberAsked(COLDEST, HOTTEST), AboveBase())
  upper?: number;

  @IfGiven(OneOf(DEGREE_DAY_METHODS))
  method?: string;

  @IfGiven(OneOf(DEGREE_DAY_CUTOFFS))
  cutoff?: DegreeDayCutoff;
}

class ChillQueryDto extends IndicatorQueryDto {
  @IfGiven(OneOf(CHILL_MODELS))
  model?: ChillModel;
}

class Et0QueryDto extends IndicatorQueryDto {
  @IfGiven(OneOf(ET0_METHODS))
  method?: string;
}

/** The parameters of each indicator; those of others are unknown to it, and ignored as such. */
export const QUERY_OF: Readonly<Record<IndicatorName, new () => IndicatorQuery>> = {
  'degree-days': DegreeDaysQueryDto,
  chill: ChillQueryDto,
  et0: Et0QueryDto,
  dli: IndicatorQueryDto,
  'powdery-mildew': IndicatorQueryDto,
  'heat-index': IndicatorQueryDto,
};

/** All parameters together, for the API's document. */
export class AnyIndicatorQueryDto extends IndicatorQueryDto {
  @About('For degree-days: the lower threshold, °C', 10)
  @IfGiven(NumberAsked(COLDEST, HOTTEST, INDICATOR_DEFAULTS.base))
  base?: number;

  @About('For degree-days: the upper threshold, °C, above base; defaults to none', 30)
  @IfGiven(NumberAsked(COLDEST, HOTTEST))
  upper?: number;

  @About(
    `For degree-days ${DEGREE_DAY_METHODS.join(', ')} (default ${INDICATOR_DEFAULTS.degreeDays}); ` +
      `for et0 ${ET0_METHODS.join(', ')} (default ${INDICATOR_DEFAULTS.et0})`,
    'single-sine',
  )
  @IfGiven(OneOf([...DEGREE_DAY_METHODS, ...ET0_METHODS]))
  method?: string;

  @About('For degree-days: how heat above the upper threshold counts', INDICATOR_DEFAULTS.cutoff)
  @IfGiven(OneOf(DEGREE_DAY_CUTOFFS), ApiProperty({ default: INDICATOR_DEFAULTS.cutoff }))
  cutoff?: DegreeDayCutoff;

  @About('For chill: portions of the Dynamic Model, Utah units, or hours', INDICATOR_DEFAULTS.chill)
  @IfGiven(OneOf(CHILL_MODELS), ApiProperty({ default: INDICATOR_DEFAULTS.chill }))
  model?: ChillModel;
}
