import { DomainError, ValidationFailed } from '@furrow/kernel';

// Refusals that only the API has; those of any host are in @furrow/http, those of the contexts in their domains.

export class MalformedMultipart extends DomainError {
  override readonly code = 'malformed_multipart';
  constructor(message = 'The body is not valid multipart/form-data, or ends in the middle.') {
    super(message);
  }
}

export class MediaNotFound extends DomainError {
  override readonly code = 'media_not_found';
  constructor() {
    super('There is no such medium any more.');
  }
}

export class PreconditionFailed extends DomainError {
  override readonly code = 'precondition_failed';
  constructor() {
    super('The medium is not as the request’s conditions say.');
  }
}

export class RangeNotSatisfiable extends DomainError {
  override readonly code = 'range_not_satisfiable';
  constructor() {
    super('The medium ends before the range begins.');
  }
}

export class CompanyMismatch extends DomainError {
  override readonly code = 'company_mismatch';
  constructor() {
    super('The token belongs to another company.');
  }
}

/** Each part is well formed, but two of them say different things. */
export class Contradictory extends ValidationFailed {}
