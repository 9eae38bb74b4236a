import { DomainError, ValidationFailed } from '@furrow/kernel';

// Refusals of the API alone; those of any host are in @furrow/http, those of the contexts in their domains.

export class MalformedMultipart extends DomainError {
  override readonly code = 'malformed_multipart';
  constructor(message = 'The body is not valid multipart/form-data, or ends in the middle.') {
    super(message);
  }
}

export class MediaNotFound extends DomainError {
  override readonly code = 'media_not_found';
  constructor() {
    super('There is no such file; it may have been removed.');
  }
}

export class PreconditionFailed extends DomainError {
  override readonly code = 'precondition_failed';
  constructor() {
    super('The file does not match If-Match or If-Unmodified-Since.');
  }
}

export class RangeNotSatisfiable extends DomainError {
  override readonly code = 'range_not_satisfiable';
  constructor() {
    super('The file ends before the range in the Range header begins.');
  }
}

export class CompanyMismatch extends DomainError {
  override readonly code = 'company_mismatch';
  constructor() {
    super('companyId is not the company of the token.');
  }
}

/** A cookie came with a request that no page of ours has made. */
export class CrossSiteRequest extends DomainError {
  override readonly code = 'cross_site_request';
  constructor() {
    super('A console session may change data only from the console’s own pages; programs send a JWT.');
  }
}

/** The identity provider's answer authenticates nobody. */
export class SignInFailed extends DomainError {
  override readonly code = 'sign_in_failed';
  constructor(
    message = 'The identity provider’s response does not belong to a sign-in of this browser; sign in again.',
    override readonly cause?: unknown,
  ) {
    super(message);
  }
}

/** Signing in at the console of this installation is not configured. */
export class SignInOff extends DomainError {
  override readonly code = 'sign_in_off';
}

/** Two valid parts of the request contradict each other. */
export class Contradictory extends ValidationFailed {}
