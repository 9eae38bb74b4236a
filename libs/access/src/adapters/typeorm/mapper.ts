import { ApiToken } from '../../domain/api-token.ts';
import { Company } from '../../domain/company.ts';
import { Device, type DeviceStatus } from '../../domain/device.ts';
import type { CompanyId, DeviceId, KeyId, TokenId, UserId } from '../../domain/ids.ts';
import { type Role, User, type UserStatus } from '../../domain/user.ts';
import type { ApiTokenRow, CompanyRow, DeviceRow, UserRow } from './rows.ts';

export function companyFrom({ companyId, key, name, timezone, currency }: CompanyRow): Company {
  return Company.restore(companyId as CompanyId, { key, name, timezone, currency });
}

export function companyRow({ companyId, profile }: Company): CompanyRow {
  return { companyId, ...profile };
}

export function userFrom({ userId, idpId, name, email, role, picture, status, pruned }: UserRow): User {
  const profile = { idpId, name, email, role: role as Role, picture, status: status as UserStatus };
  return User.restore(userId as UserId, profile, pruned);
}

export function userRow(companyId: string, { userId, profile, pruned }: User): UserRow {
  return { companyId, userId, ...profile, pruned };
}

export function tokenFrom({ companyId: _, ...row }: ApiTokenRow): ApiToken {
  return ApiToken.restore({ ...row, tokenId: row.tokenId as TokenId, keyId: row.keyId as KeyId });
}

export function tokenRow(companyId: string, { state }: ApiToken): ApiTokenRow {
  return { ...state, companyId, scopes: [...state.scopes], secretHash: Buffer.from(state.secretHash) };
}

export function deviceFrom({ companyId: _, ...row }: DeviceRow): Device {
  return Device.restore({ ...row, deviceId: row.deviceId as DeviceId, status: row.status as DeviceStatus });
}

export function deviceRow(companyId: string, { state }: Device): DeviceRow {
  return { ...state, companyId, secretHash: Buffer.from(state.secretHash) };
}
