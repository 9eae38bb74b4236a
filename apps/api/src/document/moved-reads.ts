import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';
import { MOVED_READS } from '../http/moved-reads.ts';

const CREDENTIALS_OF_USERS: ReadonlySet<string> = new Set(['user', 'console']);

/** Adds the earlier paths of reads, as deprecated. */
export function describeMovedReads(paths: OpenAPIObject['paths']): void {
  for (const { operationId, from, to } of MOVED_READS) {
    const current = paths[to]?.get;
    if (current === undefined) throw new Error(`Nothing answers GET ${to}, to which ${from} was moved`);
    const operation = structuredClone<OperationObject>(current);
    const security = operation.security?.filter((each) =>
      Object.keys(each).every((scheme) => CREDENTIALS_OF_USERS.has(scheme)),
    );
    const description = `The earlier path of \`GET ${to}\`.`;
    paths[from] = { get: { ...operation, operationId, description, security, deprecated: true } };
  }
}

/** Where a path is answered now. */
export const currentPathOf = (path: string): string =>
  MOVED_READS.find(({ from }) => from === path)?.to ?? path;
