import { newId } from '@furrow/kernel';
import { ApiToken, type IssuedToken } from '../domain/api-token.ts';
import { Company, type CompanyDeclaration } from '../domain/company.ts';
import { Device, type DevicePlacement, type ProvisionedDevice } from '../domain/device.ts';
import type { TokenPrincipal, UserPrincipal } from '../domain/principal.ts';
import { Invitation, type InvitationProfile } from '../domain/invitation.ts';
import { User, type UserProfile } from '../domain/user.ts';

let made = 0;

/** A name that is unique in this run. */
function fresh(prefix: string): string {
  made += 1;
  return `${prefix}-${made}`;
}

export function aCompany(profile: Partial<CompanyDeclaration> = {}, companyId: string = newId()): Company {
  return Company.found(companyId, {
    key: fresh('farm'),
    name: 'Acme Farms',
    timezone: 'America/Santiago',
    ...profile,
  });
}

export function aUserProfile(profile: Partial<UserProfile> = {}): UserProfile {
  return {
    idpId: fresh('idp|user'),
    name: 'Ana Rojas',
    email: 'ana@example.com',
    role: 'supervisor',
    picture: null,
    status: 'active',
    ...profile,
  };
}

export function aUser(profile: Partial<UserProfile> = {}): User {
  return User.register(aUserProfile(profile));
}

export function anInvitation(profile: Partial<InvitationProfile> = {}): Invitation {
  const usual = { email: `${fresh('Eva')}@Example.com`, name: 'Eva Soto', role: 'supervisor' } as const;
  return Invitation.issue({ ...usual, ...profile });
}

export const ISSUED_AT = new Date('2026-03-01T12:00:00.000Z');

export function anIssuedToken({
  name = fresh('token'),
  scopes = ['read:production'],
  expiresAt = null as Date | null,
  now = ISSUED_AT,
} = {}): IssuedToken {
  return ApiToken.issue(name, { scopes, expiresAt }, now);
}

export function aToken(overrides?: Parameters<typeof anIssuedToken>[0]): ApiToken {
  return anIssuedToken(overrides).token;
}

export function aDevice(placement: Partial<DevicePlacement> = {}, deviceId = fresh('ws')): ProvisionedDevice {
  return Device.register(deviceId, { projectId: newId(), sectorId: null, status: 'active', ...placement });
}

export function aUserPrincipal(overrides: Partial<UserPrincipal> = {}): UserPrincipal {
  return {
    kind: 'user',
    companyId: newId(),
    userId: newId(),
    idpId: fresh('idp|user'),
    role: 'supervisor',
    ...overrides,
  };
}

export function aTokenPrincipal(overrides: Partial<TokenPrincipal> = {}): TokenPrincipal {
  return {
    kind: 'token',
    companyId: newId(),
    keyId: aToken().keyId,
    scopes: ['read:production'],
    ...overrides,
  };
}
