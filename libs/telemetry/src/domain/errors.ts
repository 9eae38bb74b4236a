import { DomainError, type FieldProblem } from '@furrow/kernel';
import { INDICATORS } from './indicators/indicator.ts';

export class IndicatorNotFound extends DomainError {
  override readonly code = 'indicator_not_found';
  constructor() {
    super(`There is no such indicator; indicators are ${INDICATORS.join(', ')}.`);
  }
}

/** No active device of the company has this EUI. */
export class DeviceUnknown extends DomainError {
  override readonly code = 'device_unknown';
  constructor(devEui: string) {
    super(`No active device of your company has the devEui ${devEui}.`);
  }
}

/** Longer lists are cut, because the console shows them. */
const MAX_REASONS = 50;

/** Nothing of an uplink can be stored. */
export class UplinkUnusable extends DomainError {
  override readonly code = 'uplink_unusable';
  constructor(reasons: readonly FieldProblem[]) {
    super('Nothing of the uplink can be stored.', { details: reasons.slice(0, MAX_REASONS) });
  }
}

/** Unknown devices and those of other companies are refused alike. */
export class DeviceForbidden extends DomainError {
  override readonly code = 'device_forbidden';
  constructor() {
    super('The API token has no access to this device.');
  }
}
