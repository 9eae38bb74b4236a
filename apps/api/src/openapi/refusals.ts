import { errorBody, type ErrorShape } from '@furrow/http';
import { DomainError, ValidationFailed } from '@furrow/kernel';
import type { ResponseObject, SchemaObject } from '@nestjs/swagger';
import { meaningOfCode } from '../errors/meaning-of-code.ts';
import { type Code, statusOfCode } from '../errors/status-of-code.ts';
import { headersOf } from './headers.ts';
import { about, count, dateTime, EXAMPLE_ID, id, listOf, named, oneOf, text } from './schema.ts';

const problem = named('FieldProblem', 'A field that is wrong, and what it accepts.', {
  field: about(text, 'Its path in the body, or its name in the query', 'bonus.value'),
  message: about(text, 'For people', 'must not be less than 0'),
});
const code = about(text, 'A stable word to branch on', 'validation_failed');
const message = about(text, 'What happened, for people', 'The request has fields that are missing or wrong.');
const details = about(
  listOf(problem),
  'With `validation_failed`: every wrong field, the body’s and the query’s alike',
);

const open = ({ additionalProperties: _, ...schema }: SchemaObject): SchemaObject => schema;

/** What every refusal has. Whoever refers to them closes them, with the codes and facts that are possible there. */
export const ERRORS: Readonly<Record<string, SchemaObject>> = {
  ErrorA: open(
    named('ErrorA', 'How the harvest report and the phytosanitary summaries refuse.', {
      error: about(text, 'A short title', 'Bad Request'),
      ...{ message, code, 'details?': details },
    }),
  ),
  ErrorB: open(
    named('ErrorB', 'How everything else refuses.', {
      ...{ status: oneOf('error'), message },
      error: about(text, 'The detail', 'bonus.value: must not be less than 0'),
      ...{ code, 'details?': details },
    }),
  ),
};

/** What stands beside a code. */
const FACTS: Readonly<Partial<Record<Code, Record<string, SchemaObject>>>> = {
  session_already_open: { sessionId: about(id, 'The session in the way, when it is the caller’s own') },
  opened_in_future: { serverTime: about(dateTime, 'The server’s clock') },
  recorded_in_future: { serverTime: about(dateTime, 'The server’s clock') },
  recorded_after_end: { endsAt: about(dateTime, 'When the session ended') },
  form_version_not_found: {
    currentVersion: about({ ...count, minimum: 1 }, 'The version that is filled in now', 3),
  },
  unsupported_media: { field: about(text, 'The field of the file', 'photo') },
  media_too_large: { field: about(text, 'The field of the file', 'photo') },
};

/** Refusals of so few codes stand in the document once, under their codes' names. */
const FEW = 3;

/** Refusals by their status, and those that are told once for the whole document. */
export class Refusals {
  readonly components: Record<string, ResponseObject> = {};

  of(codes: Iterable<string>, shape: ErrorShape, withBody = true): Record<string, ResponseObject> {
    const byStatus = Map.groupBy([...new Set(codes)].map(statusAndCode), ({ status }) => status);
    const entries = [...byStatus].map(([status, refused]) => {
      const ofStatus = refused.map(({ code }) => code);
      const response = refusal(status, ofStatus, shape, withBody);
      return [
        String(status),
        withBody && ofStatus.length <= FEW ? this.#once(ofStatus, shape, response) : response,
      ];
    });
    return Object.fromEntries(entries) as Record<string, ResponseObject>;
  }

  #once(codes: readonly string[], shape: ErrorShape, response: ResponseObject) {
    const words = codes.map((code) =>
      code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    );
    const name = `${words.join('Or')}${shape === 'A' ? 'InShapeA' : ''}`;
    this.components[name] ??= response;
    return { $ref: `#/components/responses/${name}` };
  }
}

/** @param told such as `session_not_open`, or `422 validation_failed` where it is not the code's usual status */
function statusAndCode(told: string): { status: number; code: Code } {
  const [, status, code = told] = /^(\d{3}) (.+)$/.exec(told) ?? [];
  const found = status === undefined ? statusOfCode(code) : Number(status);
  if (found === undefined) throw new Error(`The code ${code} has no status in status-of-code.ts`);
  return { status: found, code: code as Code };
}

function refusal(
  status: number,
  codes: readonly Code[],
  shape: ErrorShape,
  withBody: boolean,
): ResponseObject {
  const schema = {
    ...{ type: 'object', allOf: [{ $ref: `#/components/schemas/Error${shape}` }] },
    required: ['code'],
    properties: { code: oneOf(...codes), ...Object.fromEntries(codes.flatMap(factsOf)) },
    unevaluatedProperties: false,
  } as SchemaObject;
  const examples = Object.fromEntries(
    codes.map((each) => [each, { value: errorBody(shape, status, example(each)) }]),
  );
  return {
    description: codes.map((each) => `- \`${each}\`: ${meaningOfCode(each)}`).join('\n'),
    headers: headersOf(status),
    ...(withBody && { content: { 'application/json': { schema, examples } } }),
  };
}

const factsOf = (code: Code) => Object.entries(FACTS[code] ?? {});

/** A refusal as the service would make it. */
function example(ofCode: Code): DomainError {
  if (ofCode === 'validation_failed')
    return new ValidationFailed([{ field: 'bonus.value', message: 'must not be less than 0' }]);
  const facts = factsOf(ofCode).map(([name, schema]) => {
    const [value] = (schema as { examples?: unknown[] }).examples ?? [EXAMPLE_ID];
    return [name, value] as const;
  });
  return new (class extends DomainError {
    override readonly code = ofCode;
  })(meaningOfCode(ofCode), Object.fromEntries(facts));
}
