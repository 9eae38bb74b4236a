import type { Clock } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/platform';
import { TypeormApiTokenRepository } from './adapters/typeorm/api-token-repository.ts';
import { TypeormCompanyRepository } from './adapters/typeorm/company-repository.ts';
import { TypeormCredentialLookup } from './adapters/typeorm/credential-lookup.ts';
import { TypeormDeviceRepository } from './adapters/typeorm/device-repository.ts';
import { TypeormDeviceTransactions } from './adapters/typeorm/device-transactions.ts';
import { TypeormTokenTransactions } from './adapters/typeorm/token-transactions.ts';
import { TypeormUserRepository } from './adapters/typeorm/user-repository.ts';
import { ApplyApiTokens } from './application/apply-api-tokens.ts';
import { ApplyCompany } from './application/apply-company.ts';
import { ApplyDevices } from './application/apply-devices.ts';
import { ApplyUsers } from './application/apply-users.ts';
import { IssueToken } from './application/issue-token.ts';
import { RegisterDevice } from './application/register-device.ts';
import { RevokeDevice } from './application/revoke-device.ts';
import { RevokeToken } from './application/revoke-token.ts';
import { RotateDevice } from './application/rotate-device.ts';
import { RotateToken } from './application/rotate-token.ts';

// The operator's use cases, wired without Nest: the `apply…In` on a transaction that other contexts share.

export function applyCompanyIn(tx: Transaction): ApplyCompany {
  return new ApplyCompany(new TypeormCompanyRepository(tx), tx.companyId);
}

export function applyUsersIn(tx: Transaction): ApplyUsers {
  return new ApplyUsers(new TypeormUserRepository(tx));
}

export function applyDevicesIn(tx: Transaction): ApplyDevices {
  return new ApplyDevices(new TypeormDeviceRepository(tx));
}

export function applyApiTokensIn(tx: Transaction, clock: Clock): ApplyApiTokens {
  return new ApplyApiTokens(new TypeormApiTokenRepository(tx), clock);
}

export interface TokenCommands {
  readonly issue: IssueToken;
  readonly rotate: RotateToken;
  readonly revoke: RevokeToken;
}

export function tokenCommands(database: Database, clock: Clock): TokenCommands {
  const lookup = new TypeormCredentialLookup(database);
  const transactions = new TypeormTokenTransactions(database);
  return {
    issue: new IssueToken(transactions, clock),
    rotate: new RotateToken(lookup, transactions, clock),
    revoke: new RevokeToken(lookup, transactions, clock),
  };
}

export interface DeviceCommands {
  readonly register: RegisterDevice;
  readonly rotate: RotateDevice;
  readonly revoke: RevokeDevice;
}

export function deviceCommands(database: Database): DeviceCommands {
  const lookup = new TypeormCredentialLookup(database);
  const transactions = new TypeormDeviceTransactions(database);
  return {
    register: new RegisterDevice(transactions),
    rotate: new RotateDevice(lookup, transactions),
    revoke: new RevokeDevice(lookup, transactions),
  };
}
