import { Decimal, type LocalDate } from '@furrow/kernel';
import type { OpenSessionInput } from '@furrow/production';
import { type Bonus, bonusOf, BONUS_TYPES, type BonusType } from '@furrow/production/domain';
import {
  About,
  allOf,
  CalendarDate,
  Hours,
  Id,
  IfGiven,
  Instant,
  Money,
  Nested,
  Notes,
  OfProject,
  OfSector,
  OneOf,
  Optional,
  Text,
  Words,
} from '../http/fields.ts';
import { PageQuery } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { detailsOf, SessionDetailsBody } from './session-details.ts';

const NOTES = 500;

/** Filters of a list; an omitted one matches everything. */
export class ListSessionsQuery extends PageQuery {
  @About('First local day of the opening', '2026-01-01')
  @IfGiven(CalendarDate())
  from?: LocalDate;

  @About('Last local day of the opening', '2026-01-31')
  @IfGiven(CalendarDate())
  to?: LocalDate;

  @About('The current status: a session whose time is over is closed')
  @IfGiven(OneOf(['open', 'closed']))
  status?: 'open' | 'closed';

  @OfProject()
  projectId?: string;

  @OfSector()
  sectorId?: string;
}

export class BonusBody {
  @About('`fixed` once per session, `per_unit` for each valid unit, `percent` of units × price')
  @OneOf(BONUS_TYPES)
  type: BonusType;

  @About('In the currency of the price, or in percent', 5)
  @Money()
  value: number;

  @About('Free text for people', 'For the steep rows')
  @Optional(Notes(200))
  note?: string | null;
}

const Sender = () => allOf(About('If given, must be the `sub` of the JWT', 'auth0|ana'), Optional(Id()));

/** Every body of sessions may repeat the sender. */
export class SenderBody {
  @Sender()
  idpId?: string | null;
}

export class OverrideBody {
  @About('Why the harvest must not wait', 'Hail is coming; residues were analysed')
  @Words(NOTES)
  reason: string;
}

export class OpenSessionBody extends SessionDetailsBody implements SenderBody {
  @Sender()
  idpId?: string | null;

  @About('A project of the user’s company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @About('A sector of the project', EXAMPLE_IDS.sector)
  @Id()
  sectorId: string;

  @About('The phone’s name of the sector; the stored name is the project’s', 'N1')
  @Text(200)
  sector_name: string;

  @About(
    'ISO 8601 with `Z` or an offset; at most 5 minutes ahead of the server’s clock',
    '2026-01-31T08:00:00-03:00',
  )
  @Instant()
  openedAt: Date;

  @About('What is counted; by default the project’s', 'kg')
  @Optional(Notes(50))
  samplingUnit?: string | null;

  @About(
    'Money per unit, in the currency of the company, for every record; without it the company’s prices hold, and the project’s default where none does',
    120,
  )
  @Optional(Money())
  pricePerUnit?: number | null;

  @About('What is paid beside units × price')
  @Optional(Nested(() => BonusBody))
  bonus?: BonusBody | null;

  @About('The maximum duration in hours; by default the project’s, else 12', 12)
  @Optional(Hours())
  maxDurationHours?: number | null;

  @About('Free text for people', 'North side first')
  @Optional(Notes(NOTES))
  notes?: string | null;

  @About('The phone’s own name for the session; a repeat returns the first one', 'phone-7/2026-01-31/1')
  @Optional(Text(100))
  localId?: string | null;

  @About('Opens it although the sector was treated and is not clear; stored with the session and shown')
  @Optional(Nested(() => OverrideBody))
  override?: OverrideBody | null;
}

export class UpdateSessionBody extends SenderBody {
  @About('What is counted', 'kg')
  @IfGiven(Text(50))
  samplingUnit?: string;

  @About('Money per unit, in the currency of the company; applies to the whole session', 130)
  @IfGiven(Money())
  pricePerUnit?: number;

  @About('null clears it')
  @Optional(Nested(() => BonusBody))
  bonus?: BonusBody | null;

  @About('null clears them', 'South side after lunch')
  @Optional(Notes(NOTES))
  notes?: string | null;
}

/** One of the first two is required. */
export class CorrectSessionBody {
  @About('Money per unit, in the currency of the company; applies to the whole session', 130)
  @IfGiven(Money())
  pricePerUnit?: number;

  @About('null clears it')
  @Optional(Nested(() => BonusBody))
  bonus?: BonusBody | null;

  @About('Kept in the audit trail', 'The price was agreed in the evening')
  @Words(NOTES)
  reason: string;
}

export class CloseSessionBody extends SenderBody {
  @About('Free text for people', 'Rain from noon on')
  @Optional(Notes(NOTES))
  finalNotes?: string | null;
}

export class ExtendSessionBody extends SenderBody {
  @About('The new maximum in hours, counted from the opening', 14)
  @Hours()
  maxDurationHours: number;
}

export const openingOf = (body: OpenSessionBody): OpenSessionInput => ({
  projectId: body.projectId,
  sectorId: body.sectorId,
  openedAt: body.openedAt,
  samplingUnit: body.samplingUnit ?? null,
  pricePerUnit: moneyOf(body.pricePerUnit),
  bonus: bonusFrom(body.bonus),
  maxDurationHours: body.maxDurationHours ?? null,
  notes: body.notes ?? null,
  localId: body.localId ?? null,
  ...detailsOf(body),
  overrideReason: body.override?.reason ?? null,
});

/** What a change or a correction states of the terms. */
export const termsOf = ({ pricePerUnit, bonus }: Pick<UpdateSessionBody, 'pricePerUnit' | 'bonus'>) => ({
  ...(pricePerUnit !== undefined && { pricePerUnit: new Decimal(pricePerUnit).toFixed() }),
  ...(bonus !== undefined && { bonus: bonusFrom(bonus) }),
});

const bonusFrom = (body: BonusBody | null | undefined): Bonus | null =>
  body === null || body === undefined ? null : bonusOf(body);

const moneyOf = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : new Decimal(value).toFixed();
