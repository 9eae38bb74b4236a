import type { ErrorRules, ErrorShape } from '@furrow/http';
import type { DomainError } from '@furrow/kernel';
import { shapeOf } from './error-shape.ts';
import { statusOf } from './codes.ts';

/** The status codes and shapes of this host's refusals. */
export class ApiErrorRules implements ErrorRules {
  statusOf(refusal: DomainError): number | undefined {
    return statusOf(refusal);
  }

  shapeOf(path: string): ErrorShape {
    return shapeOf(path);
  }
}
