import type { Clock } from '@furrow/kernel';
import { type Config, SharedSecret } from '@furrow/config';
import { type Database, type Transaction, TypeormTransactions } from '@furrow/database';
import { JwtIotTokens } from './adapters/jwt/jwt-iot-tokens.ts';
import { TypeormAccessChanges } from './adapters/typeorm/typeorm-access-changes.ts';
import { TypeormApiTokenRepository } from './adapters/typeorm/typeorm-api-token-repository.ts';
import { TypeormCompanyQuery } from './adapters/typeorm/typeorm-company-query.ts';
import { TypeormCompanyRepository } from './adapters/typeorm/typeorm-company-repository.ts';
import { TypeormCredentialLookup } from './adapters/typeorm/typeorm-credential-lookup.ts';
import { TypeormDeviceRepository } from './adapters/typeorm/typeorm-device-repository.ts';
import { TypeormFeedReadQuery } from './adapters/typeorm/feeds/typeorm-feed-read-query.ts';
import { TypeormFeedReadRepository } from './adapters/typeorm/feeds/typeorm-feed-read-repository.ts';
import { TypeormLastUseRepository } from './adapters/typeorm/typeorm-last-use-repository.ts';
import { TypeormTokenQuery } from './adapters/typeorm/typeorm-token-query.ts';
import { TypeormUserQuery } from './adapters/typeorm/typeorm-user-query.ts';
import { TypeormUserRepository } from './adapters/typeorm/typeorm-user-repository.ts';
import { ApplyCompany } from './application/companies/apply-company.ts';
import { FindCompany } from './application/companies/find-company.ts';
import { ListCompanies } from './application/companies/list-companies.ts';
import { AdmitDevice } from './application/devices/admit-device.ts';
import { ApplyDevices } from './application/devices/apply-devices.ts';
import { AuthenticateDevice } from './application/devices/authenticate-device.ts';
import { IssueIotToken } from './application/devices/issue-iot-token.ts';
import { RegisterDevice } from './application/devices/register-device.ts';
import { RevokeDevice } from './application/devices/revoke-device.ts';
import { RotateDevice } from './application/devices/rotate-device.ts';
import type { AccessChanges } from './application/ports.ts';
import { ApplyApiTokens } from './application/tokens/apply-api-tokens.ts';
import { AuthenticateApiKey } from './application/tokens/authenticate-api-key.ts';
import { AuthenticateApiToken } from './application/tokens/authenticate-api-token.ts';
import { FeedReads } from './application/tokens/feed-reads.ts';
import { IssueToken } from './application/tokens/issue-token.ts';
import { LastUse } from './application/tokens/last-use.ts';
import { ListFeedReads } from './application/tokens/list-feed-reads.ts';
import { ListTokens } from './application/tokens/list-tokens.ts';
import { RevokeToken } from './application/tokens/revoke-token.ts';
import { RotateToken } from './application/tokens/rotate-token.ts';
import { ApplyUsers } from './application/users/apply-users.ts';
import { AuthenticateUser } from './application/users/authenticate-user.ts';
import { ListUsers } from './application/users/list-users.ts';
import { ShowSelf } from './application/users/show-self.ts';

/** The use cases of operators and admins, wired without NestJS. */
export function wireAccess(database: Database, clock: Clock) {
  const lookup = new TypeormCredentialLookup(database);
  const tokens = new TypeormTransactions(database, (tx) => new TypeormApiTokenRepository(tx));
  const devices = new TypeormTransactions(database, (tx) => new TypeormDeviceRepository(tx));
  const companies = new TypeormCompanyQuery(database);
  const users = new TypeormUserQuery(database);
  return {
    findCompany: new FindCompany(companies),
    listCompanies: new ListCompanies(companies),
    listUsers: new ListUsers(users),
    showSelf: new ShowSelf(users),
    listTokens: new ListTokens(new TypeormTokenQuery(database, clock)),
    listFeedReads: new ListFeedReads(new TypeormFeedReadQuery(database, clock)),
    issueToken: new IssueToken(tokens, clock),
    rotateToken: new RotateToken(lookup, tokens, clock),
    revokeToken: new RevokeToken(lookup, tokens, clock),
    registerDevice: new RegisterDevice(devices),
    rotateDevice: new RotateDevice(lookup, devices),
    revokeDevice: new RevokeDevice(lookup, devices),
  };
}

/**
 * Authentication. One instance per process, because it caches what it finds.
 * @param report writes into the log what of the use of tokens cannot be stored
 */
export function wireAuthentication(
  database: Database,
  clock: Clock,
  config: Config,
  report: (message: string) => void,
) {
  const lookup = new TypeormCredentialLookup(database);
  const { home, iot, staticApiKeys } = config;
  const iotTokens = new JwtIotTokens(
    new SharedSecret(home, 'iot-token', iot.tokenKey),
    iot.tokenTtlSeconds,
    clock,
  );
  const accessChanges: AccessChanges = new TypeormAccessChanges(database);
  const lastUse = new LastUse(new TypeormLastUseRepository(database, report));
  const authenticateApiToken = new AuthenticateApiToken(lookup, lastUse, clock);
  const authenticateDevice = new AuthenticateDevice(lookup, clock);
  return {
    accessChanges,
    lastUse,
    feedReads: new FeedReads(new TypeormFeedReadRepository(database, report), clock),
    authenticateUser: new AuthenticateUser(lookup, clock),
    authenticateApiToken,
    authenticateApiKey: new AuthenticateApiKey(staticApiKeys, lookup, authenticateApiToken),
    authenticateDevice,
    issueIotToken: new IssueIotToken(authenticateDevice, iotTokens),
    admitDevice: new AdmitDevice(iotTokens, authenticateDevice),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireAccessIn(tx: Transaction, clock: Clock) {
  return {
    applyCompany: new ApplyCompany(new TypeormCompanyRepository(tx), tx.companyId),
    applyUsers: new ApplyUsers(new TypeormUserRepository(tx)),
    applyDevices: new ApplyDevices(new TypeormDeviceRepository(tx)),
    applyApiTokens: new ApplyApiTokens(new TypeormApiTokenRepository(tx), clock),
  };
}
