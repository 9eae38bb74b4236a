import { DomainError } from '@furrow/kernel';

export class TreatmentNotFound extends DomainError {
  override readonly code = 'treatment_not_found';
  constructor() {
    super('There is no such treatment in your company.');
  }
}

export class NotTreatmentAuthor extends DomainError {
  override readonly code = 'not_treatment_author';
  constructor() {
    super('Only the user who recorded the treatment, or an admin, may void it.');
  }
}
