import { Clock } from '@furrow/kernel';
import { Config, Database } from '@furrow/platform';
import { Global, Module } from '@nestjs/common';
import { AccessLifecycle } from './access.lifecycle.ts';
import { MobileJwtStrategy, UserJwtStrategy } from './adapters/jwt/jwt-strategies.ts';
import { trustedIssuer } from './adapters/jwt/trusted-issuer.ts';
import { PostgresAccessChanges } from './adapters/typeorm/access-changes.ts';
import { TypeormCredentialLookup } from './adapters/typeorm/credential-lookup.ts';
import { TypeormLastUseStore } from './adapters/typeorm/last-use-store.ts';
import { UserDirectory } from './adapters/typeorm/user-directory.ts';
import { AuthenticateApiToken } from './application/authenticate-api-token.ts';
import { AuthenticateUser } from './application/authenticate-user.ts';
import { LastUse } from './application/last-use.ts';
import { AccessChanges, CredentialLookup, LastUseStore } from './application/ports.ts';

/** Global, for every route of every module asks who is calling. */
@Global()
@Module({
  providers: [
    UserDirectory,
    {
      provide: CredentialLookup,
      inject: [Database],
      useFactory: (db: Database) => new TypeormCredentialLookup(db),
    },
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
      inject: [AuthenticateUser, AuthenticateApiToken, LastUse, AccessChanges],
      useFactory: (
        users: AuthenticateUser,
        tokens: AuthenticateApiToken,
        lastUse: LastUse,
        changes: AccessChanges,
      ) => new AccessLifecycle(users, tokens, lastUse, changes),
    },
  ],
  exports: [AuthenticateUser, AuthenticateApiToken, UserDirectory],
})
export class AccessModule {}
