import { DomainError, ValidationFailed } from '@furrow/kernel';
import { DatabaseUnreachable, Refusal } from './refusal.ts';

/** A message for the operator, without stack or SQL where the cause is known. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ValidationFailed)
    return [
      error.message.replace(/\.$/, ':'),
      ...error.details.map(({ field, message }) => `  ${field} ${message}`),
    ].join('\n');
  if (error instanceof DomainError || error instanceof Refusal) return error.message;
  const code = codeOf(error) ?? '';
  if (/^(ECONN|ENOTFOUND|EAI_|ENOENT|EHOSTUNREACH|ETIMEDOUT|57P|53300)/.test(code))
    return new DatabaseUnreachable().message;
  if (MISSING_OBJECT.has(code)) return 'The database has not been migrated: run "furrow migrate" first.';
  return `The command failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Why one item of many was refused, in one line without a full stop. */
export function reasonOf(error: DomainError): string {
  if (!(error instanceof ValidationFailed)) return error.message.replace(/\.$/, '');
  return error.details.map(({ field, message }) => `${field} ${message}`).join('; ');
}

/** SQLSTATEs for a missing table, schema or role. */
const MISSING_OBJECT = new Set(['42P01', '3F000', '42704', '22023']);

/** The code of the outermost cause that has one. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError, cause, errors } = error as Record<string, unknown>;
  if (typeof code === 'string') return code;
  return codeOf(driverError) ?? codeOf(cause) ?? (Array.isArray(errors) ? codeOf(errors[0]) : undefined);
}
