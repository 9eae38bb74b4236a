import type { OperationObject, ParameterObject, PathsObject } from '@nestjs/swagger';

/** The introduction of the reference. Its lists of pages and feeds are taken from the operations. */
export function introduction(paths: PathsObject): string {
  const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  const those = (name: string) => reads.filter(({ get }) => parameter(get, name)).map(({ path }) => path);
  const limits = (name: string) => {
    const schemas = reads.flatMap(({ get }) => parameter(get, name) ?? []);
    const [limit, ...others] = new Set(
      schemas.map((each) => {
        const { maximum, default: byDefault } = each.schema as { maximum?: number; default?: number };
        return `by default ${byDefault?.toLocaleString('en')}, at most ${maximum?.toLocaleString('en')}`;
      }),
    );
    if (limit === undefined || others.length > 0) throw new Error(`There is not one limit of ${name}`);
    return limit;
  };
  const list = (all: readonly string[]) => all.map((path) => `\`${path}\``).join(', ');
  return [WHO, SUCCESS, ERRORS, REPEATS]
    .concat(
      `### Long lists

- **Pages**: \`page\` (from 1) and \`pageSize\` (${limits('pageSize')}) on ${list(those('page'))}. The response’s \`meta\` has
  \`page\`, \`pageSize\`, \`total\` and \`totalPages\`; a page after the last one is empty, an invalid one is 400.
- **Feeds** return what changed instead of everything: ${list(those('cursor'))}. Begin with \`updatedSince\` (an instant),
  continue with \`cursor\`, which is \`meta.nextCursor\` of the previous response, at once while \`meta.hasMore\` is true and
  later whenever you like. \`limit\` bounds a response (${limits('limit')}). Items come in their current state: replace yours. A
  cursor belongs to its filters (\`cursor_mismatch\`) and becomes invalid when the database is restored or fails over
  (\`cursor_expired\`): begin again then.
- **Filters** apply to both. Dates are local days, first and last included: of the project; over several projects each
  project’s own in the harvest report, else those of the zone that most of them have. Series take local times without offset, in
  \`timezone\`. An end before its start is 422 (400 for series), and so are a range that is too long and a sector of
  another project; a project or sector of another company is 403 for a program, and 404 for a user.`,
      TIMES,
    )
    .join('\n\n');
}

function parameter({ parameters = [] }: OperationObject, name: string): ParameterObject | undefined {
  return (parameters as ParameterObject[]).find((each) => each.in === 'query' && each.name === name);
}

const WHO = `
Farm operations: crews harvest in **sessions** and count **records**, scouts fill in **forms**, devices send what they
**measure**, and programs read **reports**. Phones are offline for hours and send things twice; nothing is lost by that,
and nothing counts double.

### Credentials

| You are | You send | You get it by |
| --- | --- | --- |
| a person | \`Authorization: Bearer <JWT>\` | signing in at the identity provider; in development \`npm run -s furrow -- jwt --idp-id ID\` (\`--mobile\` for the mobile app) |
| a program | \`Authorization: Bearer <keyId>.<token>\`, or the same as \`x-api-key\` | asking an operator: \`npm run -s furrow -- token issue --company KEY --name NAME --scope read:production\` |
| a device | \`x-iot-token: <token>\` | \`POST /api/iot/token\` with the secret that \`furrow device register\` printed |

Press **Authorize**, paste it without the word Bearer, and try the operations below. \`npm start\` prints a JWT
and an API token of its demo farm. The company is always the credential’s own: no request names it.
`.trim();

const SUCCESS = `
### Responses

Success is \`{ "status": "success", "data": … }\`; phytosanitary responses have their members beside \`status\`. Members that
a body does not know are dropped; with \`Prefer: handling=strict\` they are refused. \`x-request-id\` names the response in the
logs. A body may be 1 MB; records and shifts in bulk 5 MB; with photos 20 MB. An object in it may have 1,000 members.
`.trim();

const ERRORS = `
### Errors

A refusal has a stable \`code\` to branch on, and comes in one of two shapes:

| shape | where | body |
| --- | --- | --- |
| **A** | the harvest report and the phytosanitary summaries | \`{ error, message, code }\`; \`error\` is a short title |
| **B** | everything else | \`{ status: "error", message, error, code }\`; \`error\` is the detail |

- \`validation_failed\` adds \`details\`: every wrong field at once, each with \`field\` and \`message\`.
- Facts such as \`serverTime\` or \`sessionId\` are members beside \`code\`.
- **Rate limits**: each credential has a number of requests per second (the operator sets it, 500 by default, and twice as
  many at once), and so has each address before authentication (2,000). More are 429 \`rate_limited\`.
- 429 and 503 have \`Retry-After\`, in seconds: wait that long, and repeat the request.
- Malformed HTTP is answered by \`malformed_request\` (400), \`request_timeout\` (408) or
  \`headers_too_large\` (431), in shape B.
`.trim();

const REPEATS = `
### Repeating requests

A client without a response repeats the request. Whatever is created has a key for that, which the client chooses and keeps:

| key | of | where | unique for |
| --- | --- | --- | --- |
| \`localId\` | a session | body, optional | the user |
| \`clientEventId\` | a record of units | body, required | the user |
| \`idempotencyKey\` | an optional second key of the same record | body, or the header \`Idempotency-Key\` where it is sent alone; both must agree | the user |
| \`clientEventId\` | a shift | body, required | the company |
| \`clientEventId\` | a treatment | body, required | the user |
| \`clientRecordId\` | a form record | body, required | the user |

- A first request is 201. A repeat is 200 with the response of the first one, even after the session was closed. In bulk each
  record has the status that it would get alone.
- The same key with other content is 422 \`idempotency_key_reused\`, and nothing is written.
- \`HEAD /api/control/production/records/check-idempotency\` answers whether a record’s key was used.
- Workers need no key: the same person again is 200 with \`meta.duplicate\`. A repeated void answers the same. Closing a
  session that is already closed answers 409 \`session_not_open\` with \`closedAt\`, so that a phone knows.
`.trim();

const TIMES = `
### Times and zones

- Instants in responses are UTC to the millisecond (\`2026-01-31T11:00:00.000Z\`); in requests they carry \`Z\` or an offset.
- A date is a day of the project’s own zone, whichever zone you are in. \`day\` of a session is the first instant of it.
- \`local_time\` and other local times of series carry their offset; in an hour that occurs twice \`from\` means the first
  pass and \`to\` the second.
- Ids are UUIDs.
`.trim();
