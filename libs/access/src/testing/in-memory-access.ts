import { Transactions } from '@furrow/kernel/transactions';
import type {
  AccessChanges,
  ApiTokenRepository,
  CompanyRepository,
  CredentialLookup,
  DeviceRepository,
  DeviceTransactions,
  FeedRead,
  FeedReadListItem,
  FeedReadRepository,
  InvitationRepository,
  LastUseRepository,
  PeopleTransactions,
  TokenTransactions,
  TokenUse,
  UserRepository,
} from '../application/ports.ts';
import { joined } from '../application/tokens/feed-reads.ts';
import type { ApiToken } from '../domain/api-token.ts';
import type { Company } from '../domain/company.ts';
import type { Device } from '../domain/device.ts';
import { CompanyKeyTaken, DeviceIdTaken, IdpIdTaken, TokenNameTaken } from '../domain/errors.ts';
import type { Invitation } from '../domain/invitation.ts';
import type { User } from '../domain/user.ts';

export interface AccessRepositories {
  readonly companies: CompanyRepository;
  readonly users: UserRepository;
  readonly invitations: InvitationRepository;
  readonly tokens: ApiTokenRepository;
  readonly devices: DeviceRepository;
}

interface Owned<T> {
  readonly companyId: string;
  readonly thing: T;
}

interface Tables {
  companies: Map<string, Company>;
  users: Map<string, Owned<User>>;
  /** By company and address. */
  invitations: Map<string, Owned<Invitation>>;
  tokens: Map<string, Owned<ApiToken>>;
  devices: Map<string, Owned<Device>>;
}

/** All ports of access over four maps, keyed by what is unique in the installation. */
export class InMemoryAccess {
  #tables: Tables = {
    ...{ companies: new Map(), users: new Map(), invitations: new Map() },
    ...{ tokens: new Map(), devices: new Map() },
  };
  readonly #lastUses = new Map<string, Date>();
  readonly #feedReads = new Map<string, FeedRead>();
  readonly #subscribers = new Set<() => void>();
  /** How often a credential was looked up. */
  lookups = 0;

  /** One transaction: a failed one changes nothing. */
  async inCompany<T>(companyId: string, work: (repositories: AccessRepositories) => Promise<T>): Promise<T> {
    const { companies, users, invitations, tokens, devices } = this.#tables;
    const mine: Tables = {
      companies: new Map(companies),
      users: new Map(users),
      invitations: new Map(invitations),
      tokens: new Map(tokens),
      devices: new Map(devices),
    };
    const result = await work({
      companies: new InMemoryCompanies(companyId, mine.companies),
      users: new InMemoryUsers(companyId, mine.users),
      invitations: new InMemoryInvitations(companyId, mine.invitations),
      tokens: new InMemoryTokens(companyId, mine.tokens),
      devices: new InMemoryDevices(companyId, mine.devices),
    });
    this.#tables = mine;
    for (const notify of this.#subscribers) notify();
    return result;
  }

  get transactions(): TokenTransactions {
    const run = this.inCompany.bind(this);
    return new (class extends Transactions<ApiTokenRepository> {
      override run<T>(companyId: string, work: (tokens: ApiTokenRepository) => Promise<T>): Promise<T> {
        return run(companyId, ({ tokens }) => work(tokens));
      }
    })();
  }

  get peopleTransactions(): PeopleTransactions {
    const run = this.inCompany.bind(this);
    return { run: (companyId, _idpId, work) => run(companyId, work) } satisfies PeopleTransactions;
  }

  get deviceTransactions(): DeviceTransactions {
    const run = this.inCompany.bind(this);
    return new (class extends Transactions<DeviceRepository> {
      override run<T>(companyId: string, work: (devices: DeviceRepository) => Promise<T>): Promise<T> {
        return run(companyId, ({ devices }) => work(devices));
      }
    })();
  }

  get lookup(): CredentialLookup {
    return {
      userByIdpId: async (idpId) => {
        this.lookups += 1;
        const found = this.#tables.users.get(idpId);
        if (found?.thing.profile.status !== 'active') return undefined;
        const { companyId, thing: user } = found;
        return { kind: 'user', companyId, userId: user.userId, idpId, role: user.profile.role };
      },
      companiesThatInvite: async (emailKey) =>
        [...this.#tables.invitations.values()]
          .filter(({ thing }) => thing.emailKey === emailKey && thing.profile.status === 'invited')
          .map(({ companyId }) => companyId),
      tokenByKeyId: async (keyId) => {
        this.lookups += 1;
        const found = this.#tables.tokens.get(keyId);
        return found && { token: found.thing, companyId: found.companyId };
      },
      devicesById: async (deviceIds) => {
        this.lookups += 1;
        const found = deviceIds.flatMap((deviceId) => this.#tables.devices.get(deviceId) ?? []);
        return found.map(({ companyId, thing: device }) => ({ companyId, device }));
      },
      deviceRevisions: async (deviceIds) => {
        this.lookups += 1;
        const found = deviceIds.flatMap((deviceId) => this.#tables.devices.get(deviceId)?.thing ?? []);
        return new Map(found.map((device) => [device.deviceId as string, JSON.stringify(device.state)]));
      },
      companyId: async (keyOrId) => {
        const companies = [...this.#tables.companies.values()];
        return companies.find((company) => [company.companyId, company.profile.key].includes(keyOrId))
          ?.companyId;
      },
    } satisfies CredentialLookup;
  }

  get lastUseRepository(): LastUseRepository {
    return {
      record: async (uses: readonly TokenUse[]) => {
        for (const { keyId, at } of uses) {
          const known = this.#lastUses.get(keyId);
          if (known === undefined || known < at) this.#lastUses.set(keyId, at);
        }
        return [];
      },
    } satisfies LastUseRepository;
  }

  get feedReadRepository(): FeedReadRepository {
    return {
      record: async (reads: readonly FeedRead[]) => {
        for (const read of reads) {
          if (!this.#tables.tokens.has(read.keyId)) continue;
          const key = `${read.keyId} ${read.feed}`;
          const known = this.#feedReads.get(key);
          this.#feedReads.set(key, known ? joined(known, read) : read);
        }
        return [];
      },
    } satisfies FeedReadRepository;
  }

  get changes(): AccessChanges {
    return {
      subscribe: async (onChange: () => void) => {
        this.#subscribers.add(onChange);
        return { stop: async () => void this.#subscribers.delete(onChange) };
      },
    } satisfies AccessChanges;
  }

  async lastUsedAt(keyId: string): Promise<Date | null> {
    return this.#lastUses.get(keyId) ?? null;
  }

  async feedReads(companyId: string): Promise<FeedReadListItem[]> {
    const { tokens } = this.#tables;
    return [...this.#feedReads.values()].flatMap(({ keyId, feed, readAt, behindSince }) => {
      const token = tokens.get(keyId);
      return token?.companyId === companyId
        ? [{ keyId, name: token.thing.name, feed, readAt, behindSince }]
        : [];
    });
  }
}

class InMemoryCompanies implements CompanyRepository {
  constructor(
    private readonly companyId: string,
    private readonly table: Map<string, Company>,
  ) {}

  async current(): Promise<Company | undefined> {
    return this.table.get(this.companyId);
  }

  async add(company: Company): Promise<void> {
    const { key } = company.profile;
    if ([...this.table.values()].some(({ profile }) => profile.key === key)) throw new CompanyKeyTaken(key);
    await this.update(company);
  }

  async update(company: Company): Promise<void> {
    this.table.set(company.companyId, company);
  }
}

class InMemoryUsers implements UserRepository {
  constructor(
    private readonly companyId: string,
    private readonly table: Map<string, Owned<User>>,
  ) {}

  async all(): Promise<User[]> {
    return own(this.companyId, this.table);
  }

  async add(users: readonly User[]): Promise<void> {
    const taken = users.map(({ idpId }) => idpId).filter((idpId) => this.table.has(idpId));
    if (taken.length > 0) throw new IdpIdTaken(taken);
    for (const user of users) await this.update(user);
  }

  async update(user: User): Promise<void> {
    this.table.set(user.idpId, { companyId: this.companyId, thing: user });
  }
}

class InMemoryInvitations implements InvitationRepository {
  constructor(
    private readonly companyId: string,
    private readonly table: Map<string, Owned<Invitation>>,
  ) {}

  async all(): Promise<Invitation[]> {
    return own(this.companyId, this.table);
  }

  async add(invitations: readonly Invitation[]): Promise<void> {
    for (const invitation of invitations) await this.update(invitation);
  }

  async update(invitation: Invitation): Promise<void> {
    const owned = { companyId: this.companyId, thing: invitation };
    this.table.set(this.#key(invitation.emailKey), owned);
  }

  async end(invitations: readonly Invitation[]): Promise<void> {
    for (const { emailKey } of invitations) this.table.delete(this.#key(emailKey));
  }

  async take(emailKey: string): Promise<Invitation | undefined> {
    const found = this.table.get(this.#key(emailKey))?.thing;
    if (found?.profile.status !== 'invited') return undefined;
    await this.end([found]);
    return found;
  }

  #key(emailKey: string): string {
    return `${this.companyId} ${emailKey}`;
  }
}

class InMemoryTokens implements ApiTokenRepository {
  constructor(
    private readonly companyId: string,
    private readonly table: Map<string, Owned<ApiToken>>,
  ) {}

  async unrevoked(): Promise<ApiToken[]> {
    return own(this.companyId, this.table).filter((token) => !token.isRevoked);
  }

  async byKeyId(keyId: string): Promise<ApiToken | undefined> {
    return own(this.companyId, this.table).find((token) => token.keyId === keyId);
  }

  async add(token: ApiToken): Promise<void> {
    const others = own(this.companyId, this.table).filter(({ name }) => name === token.name);
    if (others.some((other) => other.isCurrent)) throw new TokenNameTaken(token.name);
    await this.update(token);
  }

  async update(token: ApiToken): Promise<void> {
    this.table.set(token.keyId, { companyId: this.companyId, thing: token });
  }
}

class InMemoryDevices implements DeviceRepository {
  constructor(
    private readonly companyId: string,
    private readonly table: Map<string, Owned<Device>>,
  ) {}

  async all(): Promise<Device[]> {
    return own(this.companyId, this.table);
  }

  async byId(deviceId: string): Promise<Device | undefined> {
    return own(this.companyId, this.table).find((device) => device.deviceId === deviceId);
  }

  async add(devices: readonly Device[]): Promise<void> {
    const taken = devices.map(({ deviceId }) => deviceId).filter((deviceId) => this.table.has(deviceId));
    if (taken.length > 0) throw new DeviceIdTaken(taken);
    for (const device of devices) await this.update(device);
  }

  async update(device: Device): Promise<void> {
    this.table.set(device.deviceId, { companyId: this.companyId, thing: device });
  }
}

function own<T>(companyId: string, table: Map<string, Owned<T>>): T[] {
  return [...table.values()].filter((row) => row.companyId === companyId).map((row) => row.thing);
}
