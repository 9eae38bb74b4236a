import type { DomainError } from '@furrow/kernel';
import type { ErrorShape } from './error-body.ts';

/** The status codes and shapes of a host's refusals; their bodies are the same in every host. */
export abstract class ErrorRules {
  /** Undefined for a code without a status: a defect, answered as 500. */
  abstract statusOf(refusal: DomainError): number | undefined;
  abstract shapeOf(path: string): ErrorShape;
}
