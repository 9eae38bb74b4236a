import type { Clock } from '@furrow/kernel';
import { type Database, type Transaction, TypeormTransactions } from '@furrow/database';
import { TypeormApiTokenRepository } from './adapters/typeorm/typeorm-api-token-repository.ts';
import { TypeormCompanyQuery } from './adapters/typeorm/typeorm-company-query.ts';
import { TypeormCompanyRepository } from './adapters/typeorm/typeorm-company-repository.ts';
import { TypeormCredentialLookup } from './adapters/typeorm/typeorm-credential-lookup.ts';
import { TypeormDeviceRepository } from './adapters/typeorm/typeorm-device-repository.ts';
import { TypeormFeedReadQuery } from './adapters/typeorm/feeds/typeorm-feed-read-query.ts';
import { TypeormInvitationRepository } from './adapters/typeorm/typeorm-invitation-repository.ts';
import { TypeormPhoneQuery } from './adapters/typeorm/phones/typeorm-phone-query.ts';
import { TypeormPhoneRepository } from './adapters/typeorm/phones/typeorm-phone-repository.ts';
import { TypeormTokenQuery } from './adapters/typeorm/typeorm-token-query.ts';
import { TypeormUserQuery } from './adapters/typeorm/typeorm-user-query.ts';
import { TypeormUserRepository } from './adapters/typeorm/typeorm-user-repository.ts';
import { ApplyCompany } from './application/companies/apply-company.ts';
import { FindCompany } from './application/companies/find-company.ts';
import { ListCompanies } from './application/companies/list-companies.ts';
import { ApplyDevices } from './application/devices/apply-devices.ts';
import { RegisterDevice } from './application/devices/register-device.ts';
import { RevokeDevice } from './application/devices/revoke-device.ts';
import { RotateDevice } from './application/devices/rotate-device.ts';
import { ListPhones } from './application/phones/list-phones.ts';
import { ReportPhone } from './application/phones/report-phone.ts';
import { ApplyApiTokens } from './application/tokens/apply-api-tokens.ts';
import { IssueToken } from './application/tokens/issue-token.ts';
import { ListFeedReads } from './application/tokens/list-feed-reads.ts';
import { ListTokens } from './application/tokens/list-tokens.ts';
import { RevokeToken } from './application/tokens/revoke-token.ts';
import { RotateToken } from './application/tokens/rotate-token.ts';
import { ApplyUsers } from './application/users/apply-users.ts';
import { ListUsers } from './application/users/list-users.ts';
import { ShowSelf } from './application/users/show-self.ts';

/** The use cases of operators and admins, wired without NestJS. */
export function wireAccess(database: Database, clock: Clock) {
  const lookup = new TypeormCredentialLookup(database);
  const tokens = new TypeormTransactions(database, (tx) => new TypeormApiTokenRepository(tx));
  const devices = new TypeormTransactions(database, (tx) => new TypeormDeviceRepository(tx));
  const phones = new TypeormTransactions(database, (tx) => ({ phones: new TypeormPhoneRepository(tx) }));
  const companies = new TypeormCompanyQuery(database);
  const users = new TypeormUserQuery(database);
  return {
    findCompany: new FindCompany(companies),
    listCompanies: new ListCompanies(companies),
    listUsers: new ListUsers(users),
    showSelf: new ShowSelf(users),
    listTokens: new ListTokens(new TypeormTokenQuery(database, clock)),
    listFeedReads: new ListFeedReads(new TypeormFeedReadQuery(database, clock), clock),
    issueToken: new IssueToken(tokens, clock),
    rotateToken: new RotateToken(lookup, tokens, clock),
    revokeToken: new RevokeToken(lookup, tokens, clock),
    reportPhone: new ReportPhone(phones, clock),
    listPhones: new ListPhones(new TypeormPhoneQuery(database)),
    registerDevice: new RegisterDevice(devices),
    rotateDevice: new RotateDevice(lookup, devices),
    revokeDevice: new RevokeDevice(lookup, devices),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireAccessIn(tx: Transaction, clock: Clock) {
  return {
    applyCompany: new ApplyCompany(new TypeormCompanyRepository(tx), tx.companyId),
    applyUsers: new ApplyUsers(new TypeormUserRepository(tx), new TypeormInvitationRepository(tx)),
    applyDevices: new ApplyDevices(new TypeormDeviceRepository(tx)),
    applyApiTokens: new ApplyApiTokens(new TypeormApiTokenRepository(tx), clock),
  };
}
