export { bearerOf } from './adapters/jwt/bearer.ts';
export { DevelopmentIssuer, type DevelopmentJwtOptions } from './adapters/jwt/development-issuer.ts';
export { jwtRefusal } from './adapters/jwt/jwt-refusal.ts';
export { CompanyDirectory } from './adapters/typeorm/company-directory.ts';
export { accessMigrations } from './adapters/typeorm/migrations/index.ts';
export {
  type DeviceListItem,
  listDevicesIn,
  TokenList,
  type TokenListItem,
} from './adapters/typeorm/credential-lists.ts';
export { type CompanyView, OperatorLists, type UserListItem } from './adapters/typeorm/operator-lists.ts';
export { accessRows } from './adapters/typeorm/rows.ts';
export { UserDirectory, type UserView } from './adapters/typeorm/user-directory.ts';
export type { AppliedToken, DeclaredToken } from './application/apply-api-tokens.ts';
export type { AppliedDevice } from './application/apply-devices.ts';
export { AdmitDevice, type AdmittedDevice } from './application/admit-device.ts';
export { AuthenticateApiKey } from './application/authenticate-api-key.ts';
export { AuthenticateApiToken } from './application/authenticate-api-token.ts';
export { AuthenticateDevice } from './application/authenticate-device.ts';
export { AuthenticateUser } from './application/authenticate-user.ts';
export { IssueIotToken } from './application/issue-iot-token.ts';
export { RevokeDevice } from './application/revoke-device.ts';
export { RevokeToken } from './application/revoke-token.ts';
export { RotateDevice } from './application/rotate-device.ts';
export { RotateToken } from './application/rotate-token.ts';
export { AccessChanges } from './application/ports.ts';
export * from './domain/index.ts';
export {
  applyApiTokensIn,
  applyCompanyIn,
  applyDevicesIn,
  applyUsersIn,
  type DeviceCommands,
  deviceCommands,
  type TokenCommands,
  tokenCommands,
} from './provisioning.ts';
