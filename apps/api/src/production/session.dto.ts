import { BONUS_TYPES, type BonusType } from '@furrow/production/domain';
import {
  About,
  Hours,
  Id,
  IfGiven,
  Instant,
  Money,
  Nested,
  Notes,
  OneOf,
  Optional,
  Text,
} from '../http/fields.ts';

const NOTES = 500;
const LABEL = 100;

export class BonusBody {
  @About('`fixed` once per session, `per_unit` for each valid unit, `percent` of units × price')
  @OneOf(BONUS_TYPES)
  type: BonusType;

  @Money()
  value: number;

  @Optional(Notes(200))
  note?: string | null;
}

/** Every session body may repeat who sends it. */
export class SenderBody {
  @About('Must be the `sub` of the JWT where it is given')
  @Optional(Id())
  idpId?: string | null;
}

export class OpenSessionBody extends SenderBody {
  @Id()
  projectId: string;

  @Id()
  sectorId: string;

  @About('What the phone calls the sector; the name that is kept is the registry’s')
  @Text(200)
  sector_name: string;

  @About('At most 5 minutes ahead of the server’s clock')
  @Instant()
  openedAt: Date;

  @About('By default the project’s')
  @Optional(Notes(50))
  samplingUnit?: string | null;

  @About('By default the project’s')
  @Optional(Money())
  pricePerUnit?: number | null;

  @Optional(Nested(() => BonusBody))
  bonus?: BonusBody | null;

  @About('By default the project’s, else 12')
  @Optional(Hours())
  maxDurationHours?: number | null;

  @Optional(Notes(NOTES))
  notes?: string | null;

  @About('The phone’s own name for the session; sent again, it answers the first one')
  @Optional(Text(LABEL))
  localId?: string | null;

  @Optional(Notes(LABEL))
  harvestUnitId?: string | null;

  @Optional(Notes(LABEL))
  harvestLotCode?: string | null;

  @Optional(Notes(LABEL))
  license_plate?: string | null;

  @Optional(Notes(LABEL))
  driver_name?: string | null;
}

export class UpdateSessionBody extends SenderBody {
  @IfGiven(Text(50))
  samplingUnit?: string;

  @IfGiven(Money())
  pricePerUnit?: number;

  @About('null clears it')
  @Optional(Nested(() => BonusBody))
  bonus?: BonusBody | null;

  @About('null clears them')
  @Optional(Notes(NOTES))
  notes?: string | null;
}

export class CloseSessionBody extends SenderBody {
  @Optional(Notes(NOTES))
  finalNotes?: string | null;
}

export class ExtendSessionBody extends SenderBody {
  @About('The new maximum, counted from the opening')
  @Hours()
  maxDurationHours: number;
}
