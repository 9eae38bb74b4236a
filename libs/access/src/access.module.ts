import { Clock } from '@furrow/kernel';
import { Config, Database, SharedSecret } from '@furrow/platform';
import { Global, Module } from '@nestjs/common';
import { AccessLifecycle } from './access.lifecycle.ts';
import { JwtIotTokens } from './adapters/jwt/jwt-iot-tokens.ts';
import { MobileJwtStrategy, UserJwtStrategy } from './adapters/jwt/jwt-strategies.ts';
import { trustedIssuer } from './adapters/jwt/trusted-issuer.ts';
import { PostgresAccessChanges } from './adapters/typeorm/access-changes.ts';
import { CompanyDirectory } from './adapters/typeorm/company-directory.ts';
import { TokenList } from './adapters/typeorm/credential-lists.ts';
import { TypeormCredentialLookup } from './adapters/typeorm/credential-lookup.ts';
import { TypeormDeviceTransactions } from './adapters/typeorm/device-transactions.ts';
import { TypeormLastUseStore } from './adapters/typeorm/last-use-store.ts';
import { TypeormTokenTransactions } from './adapters/typeorm/token-transactions.ts';
import { UserDirectory } from './adapters/typeorm/user-directory.ts';
import { AdmitDevice } from './application/admit-device.ts';
import { AuthenticateApiKey } from './application/authenticate-api-key.ts';
import { AuthenticateApiToken } from './application/authenticate-api-token.ts';
import { AuthenticateDevice } from './application/authenticate-device.ts';
import { AuthenticateUser } from './application/authenticate-user.ts';
import { IssueIotToken } from './application/issue-iot-token.ts';
import { LastUse } from './application/last-use.ts';
import { RevokeDevice } from './application/revoke-device.ts';
import { RevokeToken } from './application/revoke-token.ts';
import { RotateDevice } from './application/rotate-device.ts';
import { RotateToken } from './application/rotate-token.ts';
import { AccessChanges, CredentialLookup, IotTokens, LastUseStore } from './application/ports.ts';

/** Global, for every route of every module asks who is calling. */
@Global()
@Module({
  providers: [
    CompanyDirectory,
    UserDirectory,
    {
      provide: CredentialLookup,
      inject: [Database],
      useFactory: (db: Database) => new TypeormCredentialLookup(db),
    },
    {
      provide: TokenList,
      inject: [Database, Clock],
      useFactory: (db: Database, clock: Clock) => new TokenList(db, clock),
    },
    ...[RotateDevice, RevokeDevice].map((UseCase) => ({
      provide: UseCase,
      inject: [Database, CredentialLookup],
      useFactory: (db: Database, lookup: CredentialLookup) =>
        new UseCase(lookup, new TypeormDeviceTransactions(db)),
    })),
    ...[RotateToken, RevokeToken].map((UseCase) => ({
      provide: UseCase,
      inject: [Database, CredentialLookup, Clock],
      useFactory: (db: Database, lookup: CredentialLookup, clock: Clock) =>
        new UseCase(lookup, new TypeormTokenTransactions(db), clock),
    })),
    { provide: LastUseStore, inject: [Database], useFactory: (db: Database) => new TypeormLastUseStore(db) },
    {
      provide: AccessChanges,
      inject: [Database],
      useFactory: (db: Database) => new PostgresAccessChanges(db),
    },
    { provide: LastUse, inject: [LastUseStore], useFactory: (store: LastUseStore) => new LastUse(store) },
    {
      provide: AuthenticateUser,
      inject: [CredentialLookup, Clock],
      useFactory: (lookup: CredentialLookup, clock: Clock) => new AuthenticateUser(lookup, clock),
    },
    {
      provide: AuthenticateApiToken,
      inject: [CredentialLookup, LastUse, Clock],
      useFactory: (lookup: CredentialLookup, lastUse: LastUse, clock: Clock) =>
        new AuthenticateApiToken(lookup, lastUse, clock),
    },
    {
      provide: AuthenticateApiKey,
      inject: [Config, CredentialLookup, AuthenticateApiToken],
      useFactory: (config: Config, lookup: CredentialLookup, tokens: AuthenticateApiToken) =>
        new AuthenticateApiKey(config.staticApiKeys, lookup, tokens),
    },
    {
      provide: IotTokens,
      inject: [Config, Clock],
      useFactory: ({ home, iot }: Config, clock: Clock) =>
        new JwtIotTokens(new SharedSecret(home, 'iot-token', iot.tokenKey), iot.tokenTtlSeconds, clock),
    },
    {
      provide: AuthenticateDevice,
      inject: [CredentialLookup, Clock],
      useFactory: (lookup: CredentialLookup, clock: Clock) => new AuthenticateDevice(lookup, clock),
    },
    {
      provide: IssueIotToken,
      inject: [AuthenticateDevice, IotTokens],
      useFactory: (devices: AuthenticateDevice, tokens: IotTokens) => new IssueIotToken(devices, tokens),
    },
    {
      provide: AdmitDevice,
      inject: [IotTokens, AuthenticateDevice],
      useFactory: (tokens: IotTokens, devices: AuthenticateDevice) => new AdmitDevice(tokens, devices),
    },
    {
      provide: UserJwtStrategy,
      inject: [Config, Clock, AuthenticateUser],
      useFactory: (config: Config, clock: Clock, users: AuthenticateUser) =>
        new UserJwtStrategy(trustedIssuer('user', config, clock), users),
    },
    {
      provide: MobileJwtStrategy,
      inject: [Config, Clock, AuthenticateUser],
      useFactory: (config: Config, clock: Clock, users: AuthenticateUser) =>
        new MobileJwtStrategy(trustedIssuer('mobile', config, clock), users),
    },
    {
      provide: AccessLifecycle,
      inject: [AuthenticateUser, AuthenticateApiToken, AuthenticateDevice, LastUse, AccessChanges],
      useFactory: (
        users: AuthenticateUser,
        tokens: AuthenticateApiToken,
        devices: AuthenticateDevice,
        lastUse: LastUse,
        changes: AccessChanges,
      ) => new AccessLifecycle(users, tokens, devices, lastUse, changes),
    },
  ],
  exports: [
    AccessChanges,
    AdmitDevice,
    AuthenticateDevice,
    AuthenticateApiKey,
    IssueIotToken,
    AuthenticateUser,
    AuthenticateApiToken,
    CompanyDirectory,
    UserDirectory,
    TokenList,
    ...[RotateDevice, RevokeDevice, RotateToken, RevokeToken],
  ],
})
export class AccessModule {}
