import { Type } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { BONUS_TYPES, type BonusType } from '@furrow/production/domain';
import { Hours, Id, IfGiven, Instant, Money, Nested, OptionalId, OptionalText, Text } from '../http/fields.ts';

const NOTES = 500;
const LABEL = 100;

export class BonusBody {
  @IsIn(BONUS_TYPES)
  type: BonusType;

  @Money()
  value: number;

  @OptionalText(200)
  note?: string | null;
}

/** Every session body may repeat who sends it; it must be the JWT's `sub`. */
export class SenderBody {
  @OptionalId()
  idpId?: string | null;
}

export class OpenSessionBody extends SenderBody {
  @Id()
  projectId: string;

  @Id()
  sectorId: string;

  /** What the phone calls the sector; what is kept is the registry's name. */
  @Text(200)
  sector_name: string;

  @Instant()
  openedAt: Date;

  @OptionalText(50)
  samplingUnit?: string | null;

  @IsOptional()
  @Money()
  pricePerUnit?: number | null;

  @IsOptional()
  @Nested()
  @Type(() => BonusBody)
  bonus?: BonusBody | null;

  @IsOptional()
  @Hours()
  maxDurationHours?: number | null;

  @OptionalText(NOTES)
  notes?: string | null;

  @OptionalText(LABEL)
  localId?: string | null;

  @OptionalText(LABEL)
  harvestUnitId?: string | null;

  @OptionalText(LABEL)
  harvestLotCode?: string | null;

  @OptionalText(LABEL)
  license_plate?: string | null;

  @OptionalText(LABEL)
  driver_name?: string | null;
}

/** Null clears `notes` and `bonus`. */
export class UpdateSessionBody extends SenderBody {
  @IfGiven(Text(50))
  samplingUnit?: string;

  @IfGiven(Money())
  pricePerUnit?: number;

  @IsOptional()
  @Nested()
  @Type(() => BonusBody)
  bonus?: BonusBody | null;

  @OptionalText(NOTES)
  notes?: string | null;
}

export class CloseSessionBody extends SenderBody {
  @OptionalText(NOTES)
  finalNotes?: string | null;
}

export class ExtendSessionBody extends SenderBody {
  @Hours()
  maxDurationHours: number;
}
