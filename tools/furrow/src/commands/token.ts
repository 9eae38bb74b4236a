import { wireAccess } from '@furrow/access';
import type { IssuedToken } from '@furrow/access/domain';
import { SystemClock } from '@furrow/kernel';
import { companyOf } from '../company.ts';
import { withDatabase } from '../connection.ts';
import { durationOf } from '../duration.ts';
import { type Answer, list } from '../output.ts';

const clock = new SystemClock();

export interface TokenOptions {
  readonly company: string;
  readonly name: string;
  readonly scope: readonly string[];
  readonly expiresIn?: string;
}

export function issueToken({ company, name, scope, expiresIn }: TokenOptions): Promise<Answer> {
  const expiresAt = expiresIn === undefined ? null : new Date(clock.now().getTime() + durationOf(expiresIn));
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, company);
    return issued(
      await wireAccess(database, clock).issueToken.execute({ companyId, name, scopes: scope, expiresAt }),
    );
  });
}

export function listTokens(company: string): Promise<Answer> {
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, company);
    const tokens = await wireAccess(database, clock).listTokens.execute(companyId);
    const rows = tokens.map((token) => [
      ...[token.keyId, token.name, token.scopes, token.status],
      ...[token.createdAt, token.expiresAt, token.lastUsedAt],
    ]);
    const headings = ['KEY ID', 'NAME', 'SCOPES', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED'];
    return { document: tokens, text: list(headings, rows, 'The company has no API token yet.') };
  });
}

export function rotateToken(keyId: string, overlap: string): Promise<Answer> {
  const milliseconds = durationOf(overlap);
  return withDatabase(async (database) =>
    issued(await wireAccess(database, clock).rotateToken.execute({ keyId, overlap: milliseconds })),
  );
}

export function revokeToken(keyId: string): Promise<Answer> {
  return withDatabase(async (database) => {
    await wireAccess(database, clock).revokeToken.execute({ keyId });
    return { document: { keyId }, text: `The token ${keyId} is revoked.` };
  });
}

function issued({ token, credential }: IssuedToken): Answer {
  return {
    document: { keyId: token.keyId, credential },
    text: `${credential}\nIt cannot be shown again.`,
  };
}
