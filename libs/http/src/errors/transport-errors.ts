import { DomainError } from '@furrow/kernel';

/** Refusals of the transport; those of the contexts come from their domains. */
export class MalformedJson extends DomainError {
  override readonly code = 'malformed_json';
  constructor(message = 'The body is not valid JSON in UTF-8.') {
    super(message);
  }
}

export class PayloadTooLarge extends DomainError {
  override readonly code = 'payload_too_large';
  constructor(limit: string) {
    super(`The body is larger than the ${limit} accepted here.`);
  }
}

export class UnsupportedMediaType extends DomainError {
  override readonly code = 'unsupported_media_type';
  constructor(accepted = 'application/json in UTF-8') {
    super(`The body must be ${accepted}, uncompressed or compressed with gzip, deflate or br.`);
  }
}

export class RouteNotFound extends DomainError {
  override readonly code = 'route_not_found';
  constructor() {
    super('There is no operation with this path and method.');
  }
}

/** An unexpected error: logged in full, and not described to the client. */
export class Internal extends DomainError {
  override readonly code = 'internal';
  constructor() {
    super(
      'An unexpected error occurred in the service; it is logged under the x-request-id of this response.',
    );
  }
}

/** Asks the client to repeat the request after `retryAfterSeconds`. */
export abstract class RetryLater extends DomainError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

export class RateLimited extends RetryLater {
  override readonly code = 'rate_limited';
  constructor(who: 'credential' | 'address' | 'device', retryAfterSeconds: number) {
    super(`Too many requests from this ${who}.`, retryAfterSeconds);
  }
}

export class Overloaded extends RetryLater {
  override readonly code = 'overloaded';
  constructor(message = 'The service cannot answer right now.') {
    super(message, 2);
  }
}
