import { Clock } from '@furrow/kernel';
import { Config } from '@furrow/config';
import { Database } from '@furrow/database';
import { wiredProviders } from '@furrow/database/module';
import { Global, Logger, Module } from '@nestjs/common';
import { MobileJwtStrategy, UserJwtStrategy } from './adapters/jwt/jwt-strategies.ts';
import { trustedIssuer } from './adapters/jwt/trusted-issuer.ts';
import { AccessLifecycle } from './adapters/lifecycle/access-lifecycle.ts';
import { FindCompany } from './application/companies/find-company.ts';
import { RegisterDevice } from './application/devices/register-device.ts';
import { IssueToken } from './application/tokens/issue-token.ts';
import { LastUse } from './application/tokens/last-use.ts';
import { wireAccessProcess } from './process-wiring.ts';
import * as access from './index.ts';
import { wireAccess } from './wiring.ts';

const useCases = wiredProviders([Database, Clock], wireAccess, {
  findCompany: FindCompany,
  listCompanies: access.ListCompanies,
  listUsers: access.ListUsers,
  showSelf: access.ShowSelf,
  listTokens: access.ListTokens,
  listFeedReads: access.ListFeedReads,
  issueToken: IssueToken,
  rotateToken: access.RotateToken,
  revokeToken: access.RevokeToken,
  reportPhone: access.ReportPhone,
  listPhones: access.ListPhones,
  registerDevice: RegisterDevice,
  rotateDevice: access.RotateDevice,
  revokeDevice: access.RevokeDevice,
});

function wireWithLog(database: Database, clock: Clock, config: Config) {
  const logger = new Logger('access');
  return wireAccessProcess(database, clock, config, (message) => logger.warn(message));
}

const authentication = wiredProviders([Database, Clock, Config], wireWithLog, {
  accessChanges: access.AccessChanges,
  lastUse: LastUse,
  feedReads: access.FeedReads,
  authenticateUser: access.AuthenticateUser,
  authenticateApiToken: access.AuthenticateApiToken,
  authenticateApiKey: access.AuthenticateApiKey,
  authenticateDevice: access.AuthenticateDevice,
  issueIotToken: access.IssueIotToken,
  admitDevice: access.AdmitDevice,
});

const strategies = [
  { strategy: UserJwtStrategy, kind: 'user' },
  { strategy: MobileJwtStrategy, kind: 'mobile' },
] as const;

/** Global, because the routes of every module authenticate their callers. */
@Global()
@Module({
  providers: [
    ...useCases.providers,
    ...authentication.providers,
    ...strategies.map(({ strategy: Strategy, kind }) => ({
      provide: Strategy,
      inject: [Config, Clock, access.AuthenticateUser],
      useFactory: (config: Config, clock: Clock, users: access.AuthenticateUser) =>
        new Strategy(trustedIssuer(kind, config, clock), users),
    })),
    {
      provide: AccessLifecycle,
      inject: [
        access.AuthenticateUser,
        access.AuthenticateApiToken,
        access.AuthenticateDevice,
        LastUse,
        access.FeedReads,
        access.AccessChanges,
      ],
      useFactory: (
        users: access.AuthenticateUser,
        tokens: access.AuthenticateApiToken,
        devices: access.AuthenticateDevice,
        lastUse: LastUse,
        feedReads: access.FeedReads,
        changes: access.AccessChanges,
      ) => new AccessLifecycle(users, tokens, devices, { lastUse, feedReads }, changes),
    },
  ],
  exports: [...useCases.exports, ...authentication.exports],
})
export class AccessModule {}
