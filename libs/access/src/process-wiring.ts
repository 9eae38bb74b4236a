import type { Clock } from '@furrow/kernel';
import { type Config, SharedSecret } from '@furrow/config';
import type { Database } from '@furrow/database';
import { JwtIotTokens } from './adapters/jwt/jwt-iot-tokens.ts';
import { TypeormAccessChanges } from './adapters/typeorm/typeorm-access-changes.ts';
import { TypeormCredentialLookup } from './adapters/typeorm/typeorm-credential-lookup.ts';
import { TypeormFeedReadRepository } from './adapters/typeorm/feeds/typeorm-feed-read-repository.ts';
import { TypeormLastUseRepository } from './adapters/typeorm/typeorm-last-use-repository.ts';
import { TypeormPeopleTransactions } from './adapters/typeorm/typeorm-people-transactions.ts';
import { AdmitDevice } from './application/devices/admit-device.ts';
import { AuthenticateDevice } from './application/devices/authenticate-device.ts';
import { IssueIotToken } from './application/devices/issue-iot-token.ts';
import type { AccessChanges } from './application/ports.ts';
import { AuthenticateApiKey } from './application/tokens/authenticate-api-key.ts';
import { AuthenticateApiToken } from './application/tokens/authenticate-api-token.ts';
import { FeedReads } from './application/tokens/feed-reads.ts';
import { LastUse } from './application/tokens/last-use.ts';
import { AuthenticateUser } from './application/users/authenticate-user.ts';
import { TakeInvitation } from './application/users/take-invitation.ts';

/**
 * Authentication, of which a process has one instance, because it caches what it finds.
 * @param report writes into the log what of the use of tokens cannot be stored
 */
export function wireAccessProcess(
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
  const takeInvitation = new TakeInvitation(lookup, new TypeormPeopleTransactions(database));
  const accessChanges: AccessChanges = new TypeormAccessChanges(database);
  const lastUse = new LastUse(new TypeormLastUseRepository(database, report));
  const authenticateApiToken = new AuthenticateApiToken(lookup, lastUse, clock);
  const authenticateDevice = new AuthenticateDevice(lookup, clock);
  return {
    accessChanges,
    lastUse,
    feedReads: new FeedReads(new TypeormFeedReadRepository(database, report), clock),
    authenticateUser: new AuthenticateUser(lookup, takeInvitation, clock),
    authenticateApiToken,
    authenticateApiKey: new AuthenticateApiKey(staticApiKeys, lookup, authenticateApiToken),
    authenticateDevice,
    issueIotToken: new IssueIotToken(authenticateDevice, iotTokens),
    admitDevice: new AdmitDevice(iotTokens, authenticateDevice),
  };
}
