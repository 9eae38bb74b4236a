import type { Code } from '../errors/codes.ts';
import {
  about,
  count,
  idOf,
  listOf,
  named,
  object,
  oneOf,
  open,
  orNull,
  type Schema,
  schemaOf,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

export const MAX_BULK_ITEMS = 1_000;

/** The result of one item. */
export type BulkResult = Value<ReturnType<typeof bulkAnswer>>['data']['results'][number];

/** The answer of a bulk sync in the API's document. */
export function bulkAnswer(kind: {
  /** The title of a result. */
  readonly title: string;
  readonly thing: 'record' | 'shift' | 'worker';
  readonly clientEventId: string;
  readonly refusals: readonly Code[];
  readonly refusal: { readonly code: Code; readonly message: string };
}) {
  const { title, thing, refusal } = kind;
  const result = named(title, `The result of one ${thing} of a bulk sync.`, {
    index: about(count, 'Its index in the sent list, from 0', 0),
    clientEventId: about(orNull(text), 'As it was sent, cut to 100 characters', kind.clientEventId),
    status: about(
      within(count, { minimum: 200, maximum: 599 }),
      'The status that the endpoint for one item would answer: 201 created, 200 created before, else the refusal’s',
      201,
    ),
    [`${thing}Id?`]: about(idOf(thing), 'The id, whether created now or before'),
    'code?': about(
      schemaOf<string>(oneOf(...kind.refusals, 'validation_failed')),
      'Why it was refused',
      refusal.code,
    ),
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

/** The body of a bulk sync: a list of bodies, named `list`. */
export const bulkRequest = (
  title: string,
  description: string,
  list: string,
  item: Schema,
  most = MAX_BULK_ITEMS,
) =>
  within(
    open({
      [list]: about(
        within(listOf(item), { minItems: 1, maxItems: most }),
        'Each is accepted or refused separately',
      ),
    }),
    { title, description },
  );
