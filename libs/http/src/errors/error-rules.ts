import type { DomainError } from '@furrow/kernel';
import type { ErrorShape } from './error-body.ts';

/** What a host decides about its refusals; how they are told is the same everywhere. */
export abstract class ErrorRules {
  /** Undefined for a code that nobody gave a status: a defect, told as 500. */
  abstract statusOf(refusal: DomainError): number | undefined;
  abstract shapeOf(path: string): ErrorShape;
}
