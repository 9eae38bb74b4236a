import { DomainError } from '@furrow/kernel';
import { INDICATORS } from './indicators/indicator.ts';

export class IndicatorNotFound extends DomainError {
  override readonly code = 'indicator_not_found';
  constructor() {
    super(`There is no such indicator; indicators are ${INDICATORS.join(', ')}.`);
  }
}

/** Unknown devices and those of other companies are refused alike. */
export class DeviceForbidden extends DomainError {
  override readonly code = 'device_forbidden';
  constructor() {
    super('The API token has no access to this device.');
  }
}
