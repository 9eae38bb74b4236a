import { Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { isLocalDate, type LocalDate } from '@furrow/kernel';
import { IfGiven, Id } from '../http/fields.ts';

@ValidatorConstraint()
class IsLocalDate implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isLocalDate(value);
  }

  defaultMessage(): string {
    return '$property must be a date written YYYY-MM-DD';
  }
}

/** Local days, both ends included. */
export class HarvestQueryDto {
  @Validate(IsLocalDate)
  startTime: LocalDate;

  @Validate(IsLocalDate)
  endTime: LocalDate;

  @IfGiven(Id())
  companyId?: string;

  @IfGiven(Id())
  projectId?: string;

  @IfGiven(Id())
  sectorId?: string;
}
