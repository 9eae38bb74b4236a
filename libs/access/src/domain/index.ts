export { ApiToken, type ApiTokenState, type IssuedToken, type TokenGrant } from './api-token.ts';
export { Company, type CompanyProfile, type CompanyDeclaration } from './company.ts';
export { Credential } from './credential.ts';
export {
  DEFAULT_WIND_HEIGHT,
  Device,
  DEVICE_STATUSES,
  type DevicePlacement,
  type DeviceSite,
  type DeviceState,
  type DeviceDeclaration,
  type DeviceStatus,
  type ProvisionedDevice,
  SITE_RANGES,
} from './device.ts';
export {
  CompanyKeyTaken,
  DevelopmentKeysOff,
  DeviceExists,
  DeviceIdTaken,
  DeviceRevoked,
  IdentityMismatch,
  IdentityProviderUnavailable,
  IdpIdTaken,
  InsufficientScope,
  InvalidToken,
  InvitationAmbiguous,
  TokenExpired,
  TokenNameTaken,
  TokenNotCurrent,
  TokenNotFound,
  Unauthenticated,
  UserNotRegistered,
} from './errors.ts';
export { emailKey, Invitation, type InvitationProfile } from './invitation.ts';
export type { CompanyId, DeviceId, KeyId, TokenId, UserId } from './ids.ts';
export {
  type DevicePrincipal,
  type KeyPrincipal,
  type Principal,
  requireRole,
  requireScope,
  type TokenPrincipal,
  type UserPrincipal,
} from './principal.ts';
export { devEuiOf } from './lorawan.ts';
export { isScope, type Scope, SCOPES } from './scope.ts';
export {
  type PersonDeclaration,
  type Role,
  ROLES,
  User,
  type UserDeclaration,
  type UserProfile,
  type UserStatus,
} from './user.ts';
