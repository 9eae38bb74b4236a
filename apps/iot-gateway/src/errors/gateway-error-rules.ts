import type { ErrorRules, ErrorShape } from '@furrow/http';
import type { DomainError } from '@furrow/kernel';

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  validation_failed: 400,
  malformed_json: 400,
  unauthenticated: 401,
  invalid_token: 401,
  token_expired: 401,
  forbidden: 403,
  route_not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  upgrade_required: 426,
  rate_limited: 429,
  internal: 500,
  overloaded: 503,
};

/** The status codes and shapes of this host's refusals. */
export class GatewayErrorRules implements ErrorRules {
  statusOf({ code }: DomainError): number | undefined {
    return STATUS_OF_CODE[code];
  }

  shapeOf(): ErrorShape {
    return 'B';
  }
}
