import { EPPO_CODE, TREATMENT_LIMITS } from '@furrow/agronomy/domain';
import type { LocalDate } from '@furrow/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { type Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import {
  About,
  allOf,
  Amount,
  CalendarDate,
  Decimals,
  Id,
  IfGiven,
  Instant,
  Must,
  Notes,
  NumberFrom,
  OfProject,
  OfSector,
  OneOf,
  Optional,
  Text,
  Texts,
  WholeNumber,
  Words,
} from '../http/fields.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

const { amount, decimals, sectors, substances, preHarvestDays, reentryHours, bbch, days } = TREATMENT_LIMITS;
const LABEL = 200;
const DAY_MS = 86_400_000;

const EppoCode = () =>
  allOf(
    Matches(EPPO_CODE, { message: '$property must be an EPPO code: 4 to 8 capital letters and digits' }),
    ApiProperty({ type: String, pattern: EPPO_CODE.source }),
  );

/** An instant that is not earlier than `start`, and at most so many days later. */
const Within = (start: string, most: number) =>
  Must((end, { [start]: begin }) => {
    if (!(begin instanceof Date) || !(end instanceof Date)) return true; // reported by its own rule
    const length = end.getTime() - begin.getTime();
    return length >= 0 && length <= most * DAY_MS;
  }, `$property must not lie before ${start}, nor more than ${most} days after it`);

export class RecordTreatmentBody {
  @About('The phone’s own name for the treatment, which is therefore never recorded twice', 'phone-7/spray-4')
  @Text(100)
  clientEventId: string;

  @About('A project of the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @About('The treated sectors of the project, each once', [EXAMPLE_IDS.sector])
  @Texts({ min: 1, most: sectors, length: 128 })
  @Must(
    (ids) => !Array.isArray(ids) || new Set(ids.map(plain)).size === ids.length,
    '$property must name each sector once',
  )
  sectorIds: string[];

  @About('The product’s name on its label', 'Thiovit Jet')
  @Words(LABEL)
  product: string;

  @About(
    'ISO 8601 with `Z` or an offset; at most 5 minutes ahead of the server’s clock',
    '2026-01-31T07:30:00-03:00',
  )
  @Instant()
  startedAt: Date;

  @About('Dose of the product, in `doseUnit`', 4)
  @Amount(amount, decimals)
  dose: number;

  @About('Such as `kg/ha`, `l/ha` or `g/hl`', 'kg/ha')
  @Words(20)
  doseUnit: string;

  @About('Days from the local date of the end to the first on which fruit may be picked', 7)
  @WholeNumber(0, preHarvestDays)
  preHarvestDays: number;

  @About(`By default as \`startedAt\`; at most ${days} days after it`, '2026-01-31T09:10:00-03:00')
  @Optional(Instant(), Within('startedAt', days))
  endedAt?: Date | null;

  @About('The product’s authorisation or parallel trade permit number', 'ES-00123')
  @Optional(Text(100))
  authorisationNumber?: string | null;

  @About('Names of the active substances', ['sulphur'])
  @Optional(Texts({ most: substances, length: LABEL }))
  activeSubstances?: string[] | null;

  @About('EPPO code of the pest or disease', 'PODOLE')
  @Optional(EppoCode())
  target?: string | null;

  @About('EPPO code of the crop', 'PRNAV')
  @Optional(EppoCode())
  cropCode?: string | null;

  @About('Growth stage of the crop on the BBCH scale', 75)
  @Optional(WholeNumber(0, bbch))
  bbch?: number | null;

  @About('Treated area in hectares', 2.4)
  @Optional(Amount(amount, decimals))
  area?: number | null;

  @About('Hours after the end until people may enter without protection, with at most 2 decimals', 24)
  @Optional(NumberFrom(0, reentryHours), Decimals(TREATMENT_LIMITS.reentryDecimals))
  reentryHours?: number | null;

  @About('Who applied it', 'Luis Soto')
  @Optional(Text(LABEL))
  operator?: string | null;

  @About('What it was applied with', 'Tractor 3, air blast 2000 l')
  @Optional(Text(LABEL))
  equipment?: string | null;

  @About('Free text for people', 'No wind, 14 °C')
  @Optional(Notes(500))
  notes?: string | null;
}

const plain = (id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id);

export class VoidTreatmentBody {
  @About('Why it is voided', 'Recorded for the wrong sector')
  @Optional(Notes(500))
  reason?: string | null;
}

/** Filters; an omitted one matches everything. */
class TreatmentFiltersQuery {
  @About('First local day of the start', '2026-01-01')
  @IfGiven(CalendarDate())
  from?: LocalDate;

  @About('Last local day of the start', '2026-01-31')
  @IfGiven(CalendarDate())
  to?: LocalDate;

  @OfProject()
  projectId?: string;

  @OfSector()
  sectorId?: string;
}

export class ListTreatmentsQuery extends TreatmentFiltersQuery {
  @About(
    'Only treatments, not voided, that still close a sector to harvest or entry at this instant',
    '2026-01-31T08:00:00Z',
  )
  @IfGiven(Instant())
  closingAt?: Date;

  @PageAsked()
  page = 1;

  @PageSizeAsked()
  pageSize = 25;

  @FormatAsked({ of: PLACELESS, isPaged: true })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}

const REGISTER_FORMATS = ['csv', 'ndjson'] as const;

export class ExportTreatmentsQuery extends TreatmentFiltersQuery {
  @About(
    'CSV for spreadsheets, with one line per treated sector; or JSON, with one treatment per line as in the list',
  )
  @IfGiven(OneOf(REGISTER_FORMATS), ApiProperty({ default: 'csv' }))
  format?: (typeof REGISTER_FORMATS)[number];

  @SeparatorAsked()
  separator?: Separator;
}
