import type { SchemaObject } from '@nestjs/swagger';
import type { Code } from '../errors/status-of-code.ts';
import {
  about,
  count,
  idOf,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';
import { MAX_BULK_ITEMS } from './bulk-sync.ts';

/** The answer of a bulk sync in the API's document. */
export function bulkAnswer(kind: {
  /** The title of a result. */
  readonly title: string;
  readonly thing: 'record' | 'shift';
  readonly clientEventId: string;
  readonly refusals: readonly Code[];
  readonly refusal: { readonly code: Code; readonly message: string };
}): SchemaObject {
  const { title, thing, refusal } = kind;
  const result = named(title, `The result of one ${thing} of a bulk sync.`, {
    index: about(count, 'Its index in the sent list, from 0', 0),
    clientEventId: about(orNull(text), 'As it was sent, cut to 100 characters', kind.clientEventId),
    status: about(
      { type: 'integer', minimum: 200, maximum: 599 },
      'The status that the endpoint for one item would answer: 201 created, 200 created before, else the refusal’s',
      201,
    ),
    [`${thing}Id?`]: about(idOf(thing), 'The id, whether created now or before'),
    'code?': about(oneOf(...kind.refusals, 'validation_failed'), 'Why it was refused', refusal.code),
    'message?': about(text, 'The same for people', refusal.message),
  });
  return success(
    object({
      results: about(listOf(result), `One for each ${thing}, in the order sent`),
      summary: object({
        created: about(count, 'Created now', 18),
        repeated: about(count, 'Created before', 2),
        failed: about(count, 'Refused', 0),
      }),
    }),
  );
}

/** The list of a bulk body. */
export const bulkList = (item: SchemaObject): SchemaObject => ({
  ...listOf(item),
  minItems: 1,
  maxItems: MAX_BULK_ITEMS,
  description: 'Each is accepted or refused separately',
});
