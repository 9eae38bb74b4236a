import type { Transactions } from '@furrow/kernel/transactions';
import type { ApiToken } from '../domain/api-token.ts';
import type { Company } from '../domain/company.ts';
import type { Device } from '../domain/device.ts';
import type { Invitation, InvitationProfile } from '../domain/invitation.ts';
import type { DevicePrincipal, UserPrincipal } from '../domain/principal.ts';
import type { Role, User, UserStatus } from '../domain/user.ts';

/** Finds the owner of a credential across companies, because its company is unknown until it is found. */
export abstract class CredentialLookup {
  /** The active user with this subject at the identity provider. */
  abstract userByIdpId(idpId: string): Promise<UserPrincipal | undefined>;
  /** The companies that have invited the address and expect its owner still. @param emailKey see `emailKey` */
  abstract companiesThatInvite(emailKey: string): Promise<readonly string[]>;
  /** The token, whatever its status, and the company it belongs to. */
  abstract tokenByKeyId(keyId: string): Promise<{ token: ApiToken; companyId: string } | undefined>;
  /** Devices, whatever their status, and the companies they belong to; unknown ids are left out. */
  abstract devicesById(
    deviceIds: readonly string[],
  ): Promise<readonly { readonly device: Device; readonly companyId: string }[]>;
  /** A text by deviceId that changes whenever a device does; unknown ids are left out. */
  abstract deviceRevisions(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The id of the company with this key, or this id. */
  abstract companyId(keyOrId: string): Promise<string | undefined>;
}

export interface IotToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Issues and verifies the short-lived tokens that devices connect with. */
export abstract class IotTokens {
  abstract issue(device: DevicePrincipal): Promise<IotToken>;
  /** @throws InvalidToken | TokenExpired */
  abstract read(
    token: string,
  ): Promise<{ readonly deviceId: string; readonly secretVersion: string; readonly expiresAt: Date }>;
}

export interface TokenUse {
  readonly keyId: string;
  readonly at: Date;
}

export abstract class LastUseRepository {
  /**
   * Stores each token's latest use; an earlier one than stored changes nothing.
   * @returns those that cannot be stored now while others are
   */
  abstract record(uses: readonly TokenUse[]): Promise<readonly TokenUse[]>;
}

/** What is known of the pages of one change feed that a token has read. */
export interface FeedRead {
  readonly keyId: string;
  readonly feed: string;
  readonly readAt: Date;
  /** The latest page after which nothing was waiting. */
  readonly caughtUpAt: Date | null;
  /** The first page since then after which more was waiting. */
  readonly behindSince: Date | null;
}

export abstract class FeedReadRepository {
  /**
   * Joins each with what is stored of the same token and feed; unknown tokens are left out.
   * @returns those that cannot be stored now while others are
   */
  abstract record(reads: readonly FeedRead[]): Promise<readonly FeedRead[]>;
}

/** Notifies that users, tokens or devices have changed, in this process or in another. */
export abstract class AccessChanges {
  abstract subscribe(onChange: () => void): Promise<{ stop(): Promise<void> }>;
}

// The repositories below belong to one transaction of one company.

export abstract class CompanyRepository {
  /** The company of the transaction, locked until its end, which serializes concurrent runs of `apply`. */
  abstract current(): Promise<Company | undefined>;
  /** @throws CompanyKeyTaken */
  abstract add(company: Company): Promise<void>;
  abstract update(company: Company): Promise<void>;
}

export abstract class UserRepository {
  abstract all(): Promise<User[]>;
  /** @throws IdpIdTaken if another company has one of them */
  abstract add(users: readonly User[]): Promise<void>;
  abstract update(user: User): Promise<void>;
}

export abstract class InvitationRepository {
  /** Those that nobody has taken, withdrawn ones included, locked until the end of the transaction. */
  abstract all(): Promise<Invitation[]>;
  abstract add(invitations: readonly Invitation[]): Promise<void>;
  abstract update(invitation: Invitation): Promise<void>;
  /** Their people have become users otherwise. */
  abstract end(invitations: readonly Invitation[]): Promise<void>;
  /** Ends the invitation of this address; of concurrent takers one gets it. Undefined if it is withdrawn, too. */
  abstract take(emailKey: string): Promise<Invitation | undefined>;
}

export interface PeopleRepositories {
  readonly users: UserRepository;
  readonly invitations: InvitationRepository;
}

/** For a person who signs in for the first time, and who is the one that acts in the audit trail. */
export abstract class PeopleTransactions {
  abstract run<T>(
    companyId: string,
    idpId: string,
    work: (people: PeopleRepositories) => Promise<T>,
  ): Promise<T>;
}

export abstract class ApiTokenRepository {
  /** Those not revoked, locked until the end of the transaction. */
  abstract unrevoked(): Promise<ApiToken[]>;
  /** Locked until the end of the transaction. */
  abstract byKeyId(keyId: string): Promise<ApiToken | undefined>;
  /** @throws TokenNameTaken if the company has a current token of that name */
  abstract add(token: ApiToken): Promise<void>;
  abstract update(token: ApiToken): Promise<void>;
}

export abstract class DeviceRepository {
  abstract all(): Promise<Device[]>;
  /** Locked until the end of the transaction. */
  abstract byId(deviceId: string): Promise<Device | undefined>;
  /** @throws DeviceIdTaken if another company has one of them */
  abstract add(devices: readonly Device[]): Promise<void>;
  abstract update(device: Device): Promise<void>;
}

/** A device, and the company it must belong to. */
export interface DeviceOfCompany {
  readonly deviceId: string;
  /** Devices of other companies are then not found. Omitted by an operator, who acts across companies. */
  readonly companyId?: string;
}

/** A token, and the company it must belong to. */
export interface TokenOfCompany {
  readonly keyId: string;
  readonly companyId?: string;
}

/** For a change of devices of one company. */
export type DeviceTransactions = Transactions<DeviceRepository>;

/** For a change of tokens of one company. */
export type TokenTransactions = Transactions<ApiTokenRepository>;

export interface CompanyView {
  readonly companyId: string;
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
}

/** Companies, for the operator, who acts across them. */
export abstract class CompanyQuery {
  /** By key. */
  abstract all(): Promise<CompanyView[]>;
  abstract byKey(key: string): Promise<CompanyView | undefined>;
}

export interface UserListItem {
  readonly userId: string;
  /** Null for somebody who is invited. */
  readonly idpId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly picture: string | null;
  readonly status: UserStatus | InvitationProfile['status'];
}

/** A user as shown to themselves. */
export interface SelfView {
  /** ISO 4217 code; null if none is declared. */
  readonly currency: string | null;
  readonly userId: string;
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly companyId: string;
  readonly companyName: string;
  readonly timezone: string;
}

/** A company's users, for the operator and for the users themselves. */
export abstract class UserQuery {
  /** By name, invited people included. */
  abstract all(companyId: string): Promise<UserListItem[]>;
  abstract self(companyId: string, userId: string): Promise<SelfView | undefined>;
}

export interface TokenListItem {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** retiring: replaced by a rotation, and valid until it expires. */
  readonly status: 'active' | 'retiring' | 'expired' | 'revoked';
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** A company's API tokens, for the operator and admins, without secrets. */
export abstract class TokenQuery {
  /** Newest first, with the current status. */
  abstract all(companyId: string): Promise<TokenListItem[]>;
}

export interface FeedReadListItem {
  readonly keyId: string;
  /** Of the token. */
  readonly name: string;
  readonly feed: string;
  readonly readAt: Date;
  /** Null: nothing was waiting after the latest page. */
  readonly behindSince: Date | null;
}

/** Which change feeds the tokens of a company read. */
export abstract class FeedReadQuery {
  /** By name of the token and feed, of tokens that are neither revoked nor expired. */
  abstract all(companyId: string): Promise<FeedReadListItem[]>;
}

/** Those that told last are kept. */
export const MAX_PHONES_OF_USER = 20;

/** What a phone of the field app says of itself. */
export interface PhoneReport {
  /** The phone's own name for itself, a UUID. */
  readonly phoneId: string;
  /** Items that the office does not have. */
  readonly unsent: number;
  /** Of the app. */
  readonly version: string;
  /** Whether the browser keeps what the app stores; null: it does not say. */
  readonly persisted: boolean | null;
}

export interface PhoneListItem extends PhoneReport {
  readonly userId: string;
  readonly userName: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** The phones of a company's users, within one transaction. */
export abstract class PhoneRepository {
  /** Keeps it in place of what the phone said before. */
  abstract report(userId: string, report: PhoneReport, now: Date): Promise<void>;
}

/** The phones of a company's users, for admins. */
export abstract class PhoneQuery {
  /** Those that were heard from last come first. */
  abstract all(companyId: string): Promise<PhoneListItem[]>;
}
