export { bearerOf } from './adapters/jwt/bearer.ts';
export { mayBeSignedHere } from './adapters/jwt/configured-issuer.ts';
export { DevelopmentIssuer } from './adapters/jwt/development-issuer.ts';
export { verifiedEmail } from './adapters/jwt/jwt-strategies.ts';
export { jwtRefusal } from './adapters/jwt/jwt-refusal.ts';
export { CompanyDirectory } from './adapters/typeorm/company-directory.ts';
export { DeviceDirectory, type DeviceListItem } from './adapters/typeorm/device-directory.ts';
export { accessMigrations } from './adapters/typeorm/migrations/index.ts';
export { accessRows } from './adapters/typeorm/rows.ts';
export { UserDirectory, type UserView } from './adapters/typeorm/user-directory.ts';
export { ListCompanies } from './application/companies/list-companies.ts';
export { AdmitDevice, type AdmittedDevice } from './application/devices/admit-device.ts';
export type { AppliedDevice } from './application/devices/apply-devices.ts';
export { AuthenticateDevice } from './application/devices/authenticate-device.ts';
export { DEVICE_CREDENTIAL, IOT_TOKEN, IssueIotToken } from './application/devices/issue-iot-token.ts';
export { RevokeDevice } from './application/devices/revoke-device.ts';
export { RotateDevice } from './application/devices/rotate-device.ts';
export {
  AccessChanges,
  type CompanyView,
  type FeedReadListItem,
  type TokenListItem,
} from './application/ports.ts';
export type { AppliedToken } from './application/tokens/apply-api-tokens.ts';
export { AuthenticateApiKey } from './application/tokens/authenticate-api-key.ts';
export { AuthenticateApiToken } from './application/tokens/authenticate-api-token.ts';
export { FeedReads } from './application/tokens/feed-reads.ts';
export { ListFeedReads } from './application/tokens/list-feed-reads.ts';
export { ListTokens } from './application/tokens/list-tokens.ts';
export { RevokeToken } from './application/tokens/revoke-token.ts';
export { RotateToken } from './application/tokens/rotate-token.ts';
export { AuthenticateUser, type Identity } from './application/users/authenticate-user.ts';
export { ListUsers } from './application/users/list-users.ts';
export { ShowSelf } from './application/users/show-self.ts';
export { wireAccess, wireAccessIn } from './wiring.ts';
