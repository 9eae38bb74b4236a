import { DomainError } from '@furrow/kernel';

/** No credential was sent. */
export class Unauthenticated extends DomainError {
  override readonly code = 'unauthenticated';
  constructor(message = 'A credential is required.') {
    super(message);
  }
}

/** A credential that is malformed, unknown, wrong or revoked; callers do not learn which. */
export class InvalidToken extends DomainError {
  override readonly code = 'invalid_token';
  constructor(message = 'The credential is not valid.') {
    super(message);
  }
}

export class TokenExpired extends DomainError {
  override readonly code = 'token_expired';
  constructor() {
    super('The credential has expired.');
  }
}

/** The identity provider vouches for somebody who is not an active user here. */
export class UserNotRegistered extends DomainError {
  override readonly code = 'user_not_registered';
  constructor() {
    super('The JWT is valid, but its subject is no registered, active user.');
  }
}

/** Whom two companies expect, cannot say in which one they sign in. */
export class InvitationAmbiguous extends DomainError {
  override readonly code = 'invitation_ambiguous';
  constructor() {
    super('More than one company has invited this e-mail address: all but one have to withdraw it.');
  }
}

export class InsufficientScope extends DomainError {
  override readonly code = 'insufficient_scope';
  constructor(scope: string) {
    super(`The API token lacks the scope ${scope}.`);
  }
}

/** A body names another user than the credential does. */
export class IdentityMismatch extends DomainError {
  override readonly code = 'identity_mismatch';
  constructor() {
    super('idpId differs from the subject of the JWT.');
  }
}

/**
 * Without the identity provider's keys a JWT can be neither accepted nor refused; the same request may succeed later.
 */
export class IdentityProviderUnavailable extends DomainError {
  override readonly code = 'identity_provider_unavailable';
  constructor(override readonly cause?: unknown) {
    super("The identity provider's keys cannot be fetched right now.");
  }
}

/** A development JWT was requested where an identity provider is configured. */
export class DevelopmentKeysOff extends DomainError {
  override readonly code = 'development_keys_off';
}

export class CompanyKeyTaken extends DomainError {
  override readonly code = 'company_key_taken';
  constructor(key: string) {
    super(`Another run created the company "${key}" at the same time; apply the file again.`);
  }
}

export class IdpIdTaken extends DomainError {
  override readonly code = 'idp_id_taken';
  constructor(idpIds: readonly string[]) {
    super(
      `${list(idpIds)} already belongs to a user of another company; an idpId is unique per installation.`,
    );
  }
}

export class DeviceIdTaken extends DomainError {
  override readonly code = 'device_id_taken';
  constructor(deviceIds: readonly string[]) {
    super(`${list(deviceIds)} already belongs to another company; a deviceId is unique per installation.`);
  }
}

/** The company already has this device. */
export class DeviceExists extends DomainError {
  override readonly code = 'device_exists';
  constructor(deviceId: string) {
    super(`The company already has a device "${deviceId}"; rotate it for another secret.`);
  }
}

export class DeviceRevoked extends DomainError {
  override readonly code = 'device_revoked';
  constructor(deviceId: string) {
    super(`The device "${deviceId}" was revoked; register it again to bring it back with a new secret.`);
  }
}

export class TokenNameTaken extends DomainError {
  override readonly code = 'token_name_taken';
  constructor(name: string) {
    super(`The company already has an API token "${name}"; rotate it, or revoke it first.`);
  }
}

export class TokenNotFound extends DomainError {
  override readonly code = 'token_not_found';
  constructor(keyId: string) {
    super(`There is no API token "${keyId}".`);
  }
}

/** The token was revoked or replaced. */
export class TokenNotCurrent extends DomainError {
  override readonly code = 'token_not_current';
  constructor(keyId: string, why: 'revoked' | 'replaced') {
    super(`The API token "${keyId}" was ${why} already.`);
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
