import { Clock } from '@furrow/kernel';
import { Config } from '@furrow/config';
import { Database } from '@furrow/database';
import { wiredProviders } from '@furrow/database/module';
import { Global, Logger, Module } from '@nestjs/common';
import { MobileJwtStrategy, UserJwtStrategy } from './adapters/jwt/jwt-strategies.ts';
import { trustedIssuer } from './adapters/jwt/trusted-issuer.ts';
import { AccessLifecycle } from './adapters/lifecycle/access-lifecycle.ts';
import { FindCompany } from './application/companies/find-company.ts';
import { ListCompanies } from './application/companies/list-companies.ts';
import { AdmitDevice } from './application/devices/admit-device.ts';
import { AuthenticateDevice } from './application/devices/authenticate-device.ts';
import { IssueIotToken } from './application/devices/issue-iot-token.ts';
import { RegisterDevice } from './application/devices/register-device.ts';
import { RevokeDevice } from './application/devices/revoke-device.ts';
import { RotateDevice } from './application/devices/rotate-device.ts';
import { ListPhones } from './application/phones/list-phones.ts';
import { ReportPhone } from './application/phones/report-phone.ts';
import { AccessChanges } from './application/ports.ts';
import { AuthenticateApiKey } from './application/tokens/authenticate-api-key.ts';
import { AuthenticateApiToken } from './application/tokens/authenticate-api-token.ts';
import { FeedReads } from './application/tokens/feed-reads.ts';
import { IssueToken } from './application/tokens/issue-token.ts';
import { LastUse } from './application/tokens/last-use.ts';
import { ListFeedReads } from './application/tokens/list-feed-reads.ts';
import { ListTokens } from './application/tokens/list-tokens.ts';
import { RevokeToken } from './application/tokens/revoke-token.ts';
import { RotateToken } from './application/tokens/rotate-token.ts';
import { AuthenticateUser } from './application/users/authenticate-user.ts';
import { ListUsers } from './application/users/list-users.ts';
import { ShowSelf } from './application/users/show-self.ts';
import { wireAccessProcess } from './process-wiring.ts';
import { wireAccess } from './wiring.ts';

const useCases = wiredProviders([Database, Clock], wireAccess, {
  findCompany: FindCompany,
  listCompanies: ListCompanies,
  listUsers: ListUsers,
  showSelf: ShowSelf,
  listTokens: ListTokens,
  listFeedReads: ListFeedReads,
  issueToken: IssueToken,
  rotateToken: RotateToken,
  revokeToken: RevokeToken,
  reportPhone: ReportPhone,
  listPhones: ListPhones,
  registerDevice: RegisterDevice,
  rotateDevice: RotateDevice,
  revokeDevice: RevokeDevice,
});

function wireWithLog(database: Database, clock: Clock, config: Config) {
  const logger = new Logger('access');
  return wireAccessProcess(database, clock, config, (message) => logger.warn(message));
}

const authentication = wiredProviders([Database, Clock, Config], wireWithLog, {
  accessChanges: AccessChanges,
  lastUse: LastUse,
  feedReads: FeedReads,
  authenticateUser: AuthenticateUser,
  authenticateApiToken: AuthenticateApiToken,
  authenticateApiKey: AuthenticateApiKey,
  authenticateDevice: AuthenticateDevice,
  issueIotToken: IssueIotToken,
  admitDevice: AdmitDevice,
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
      inject: [Config, Clock, AuthenticateUser],
      useFactory: (config: Config, clock: Clock, users: AuthenticateUser) =>
        new Strategy(trustedIssuer(kind, config, clock), users),
    })),
    {
      provide: AccessLifecycle,
      inject: [AuthenticateUser, AuthenticateApiToken, AuthenticateDevice, LastUse, FeedReads, AccessChanges],
      useFactory: (
        users: AuthenticateUser,
        tokens: AuthenticateApiToken,
        devices: AuthenticateDevice,
        lastUse: LastUse,
        feedReads: FeedReads,
        changes: AccessChanges,
      ) => new AccessLifecycle(users, tokens, devices, { lastUse, feedReads }, changes),
    },
  ],
  exports: [...useCases.exports, ...authentication.exports],
})
export class AccessModule {}
