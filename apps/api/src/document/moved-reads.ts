import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';
import { MOVED_READS } from '../http/moved-reads.ts';

/** Adds the earlier paths of reads, as deprecated. */
export function describeMovedReads(paths: OpenAPIObject['paths']): void {
  for (const { operationId, from, to } of MOVED_READS) {
    const current = paths[to]?.get;
    if (current === undefined) throw new Error(`Nothing answers GET ${to}, to which ${from} was moved`);
    const operation = structuredClone<OperationObject>(current);
    const roles = operation.security?.find((each) => 'console' in each)?.['console'] ?? [];
    const security = ['user', 'console'].map((scheme) => ({ [scheme]: roles }));
    const description = `The earlier path of \`GET ${to}\`.`;
    paths[from] = { get: { ...operation, operationId, description, security, deprecated: true } };
  }
}

/** Where a path is answered now. */
export const currentPathOf = (path: string): string =>
  MOVED_READS.find(({ from }) => from === path)?.to ?? path;
