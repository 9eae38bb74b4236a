import type { Code } from '../errors/codes.ts';
import * as s from '../openapi/schema.ts';

export const MAX_BULK_ITEMS = 1_000;

/** The result of one item. */
export type BulkResult = s.Value<ReturnType<typeof bulkAnswer>>['data']['results'][number];

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
  const result = s.named(title, `The result of one ${thing} of a bulk sync.`, {
    index: s.about(s.count, 'Its index in the sent list, from 0', 0),
    clientEventId: s.about(s.orNull(s.text), 'As it was sent, cut to 100 characters', kind.clientEventId),
    status: s.about(
      s.within(s.count, { minimum: 200, maximum: 599 }),
      'The status that the endpoint for one item would answer: 201 created, 200 created before, else the refusal’s',
      201,
    ),
    [`${thing}Id?`]: s.about(s.idOf(thing), 'The id, whether created now or before'),
    'code?': s.about(
      s.schemaOf<string>(s.oneOf(...kind.refusals, 'validation_failed')),
      'Why it was refused',
      refusal.code,
    ),
    'message?': s.about(s.text, 'The same for people', refusal.message),
  });
  return s.success(
    s.object({
      results: s.about(s.listOf(result), `One for each ${thing}, in the order sent`),
      summary: s.object({
        created: s.about(s.count, 'Created now', 18),
        repeated: s.about(s.count, 'Created before', 2),
        failed: s.about(s.count, 'Refused', 0),
      }),
    }),
  );
}

/** The body of a bulk sync: a list of bodies, named `list`. */
export const bulkRequest = (
  title: string,
  description: string,
  list: string,
  item: s.Schema,
  most = MAX_BULK_ITEMS,
) =>
  s.within(
    s.open({
      [list]: s.about(
        s.within(s.listOf(item), { minItems: 1, maxItems: most }),
        'Each is accepted or refused separately',
      ),
    }),
    { title, description },
  );
