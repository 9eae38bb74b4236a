import { FixedClock } from '@furrow/kernel/testing';
import { Database, migrate } from '@furrow/database';
import { createTestDatabase } from '@furrow/testbed';
import { TypeormFeedReadQuery } from '../adapters/typeorm/feeds/typeorm-feed-read-query.ts';
import { TypeormFeedReadRepository } from '../adapters/typeorm/feeds/typeorm-feed-read-repository.ts';
import { accessMigrations } from '../adapters/typeorm/migrations/index.ts';
import { accessRows } from '../adapters/typeorm/rows.ts';
import { TypeormAccessChanges } from '../adapters/typeorm/typeorm-access-changes.ts';
import { TypeormApiTokenRepository } from '../adapters/typeorm/typeorm-api-token-repository.ts';
import { TypeormCompanyRepository } from '../adapters/typeorm/typeorm-company-repository.ts';
import { TypeormCredentialLookup } from '../adapters/typeorm/typeorm-credential-lookup.ts';
import { TypeormDeviceRepository } from '../adapters/typeorm/typeorm-device-repository.ts';
import { TypeormInvitationRepository } from '../adapters/typeorm/typeorm-invitation-repository.ts';
import { TypeormLastUseRepository } from '../adapters/typeorm/typeorm-last-use-repository.ts';
import { TypeormTokenQuery } from '../adapters/typeorm/typeorm-token-query.ts';
import { TypeormUserRepository } from '../adapters/typeorm/typeorm-user-repository.ts';
import type { AccessPorts } from './access.contract.ts';
import { ISSUED_AT } from './builders.ts';

/** Access's adapters on a database of their own. */
export async function accessOnPostgres(options = { onCitus: false }) {
  const test = await createTestDatabase(options);
  await migrate(test.ownerUrl, test.url, accessMigrations); // does nothing if the whole service is migrated
  const database = await Database.connect(test.url, { poolSize: 4, rows: accessRows });
  return {
    ports: portsOver(database),
    database,
    ownerUrl: test.ownerUrl,
    close: async () => {
      await database.close();
      await test.drop();
    },
  };
}

function portsOver(database: Database): AccessPorts {
  return {
    lookup: new TypeormCredentialLookup(database),
    lastUseRepository: new TypeormLastUseRepository(database),
    feedReadRepository: new TypeormFeedReadRepository(database),
    feedReads: (companyId) => new TypeormFeedReadQuery(database, new FixedClock(ISSUED_AT)).all(companyId),
    changes: new TypeormAccessChanges(database),
    inCompany: (companyId, work) =>
      database.tenant(companyId, (tx) =>
        work({
          companies: new TypeormCompanyRepository(tx),
          users: new TypeormUserRepository(tx),
          invitations: new TypeormInvitationRepository(tx),
          tokens: new TypeormApiTokenRepository(tx),
          devices: new TypeormDeviceRepository(tx),
        }),
      ),
    lastUsedAt: async (keyId, companyId) => {
      const tokens = await new TypeormTokenQuery(database, new FixedClock(ISSUED_AT)).all(companyId);
      return tokens.find((token) => token.keyId === keyId)?.lastUsedAt ?? null;
    },
  };
}
