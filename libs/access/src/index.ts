export { AccessModule } from './access.module.ts';
export { bearerOf } from './adapters/jwt/bearer.ts';
export { DevelopmentIssuer, type DevelopmentJwtOptions } from './adapters/jwt/development-issuer.ts';
export { jwtRefusal } from './adapters/jwt/jwt-strategies.ts';
export { accessMigrations } from './adapters/typeorm/migrations/index.ts';
export {
  type CompanyView,
  OperatorLists,
  type TokenListItem,
  type UserListItem,
} from './adapters/typeorm/operator-lists.ts';
export { accessRows } from './adapters/typeorm/rows.ts';
export { UserDirectory, type UserView } from './adapters/typeorm/user-directory.ts';
export type { AppliedToken, DeclaredToken } from './application/apply-api-tokens.ts';
export type { AppliedDevice, DeclaredDevice } from './application/apply-devices.ts';
export type { DeclaredUser } from './application/apply-users.ts';
export { AuthenticateApiToken } from './application/authenticate-api-token.ts';
export { AuthenticateUser } from './application/authenticate-user.ts';
export * from './domain/index.ts';
export {
  applyApiTokensIn,
  applyCompanyIn,
  applyDevicesIn,
  applyUsersIn,
  type TokenCommands,
  tokenCommands,
} from './provisioning.ts';
