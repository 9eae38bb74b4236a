/** What a reader of the reference reads first. */
export const INTRODUCTION = `
Farm operations: crews harvest in **sessions** and count **records**, scouts fill in **forms**, devices send what they
**measure**, and programs read **reports**. Phones are offline for hours and send things twice; nothing is lost by that,
and nothing counts double.

### Who you are, and how to get in

| You are | You send | You get it by |
| --- | --- | --- |
| a person | \`Authorization: Bearer <JWT>\` | signing in at the identity provider; in development \`npm run -s furrow -- jwt --idp-id ID\` (\`--mobile\` for the mobile app) |
| a program | \`Authorization: Bearer <keyId>.<token>\`, or the same as \`x-api-key\` | asking an operator: \`npm run -s furrow -- token issue --company KEY --name NAME --scope read:production\` |
| a device | \`x-iot-token: <token>\` | \`POST /api/iot/token\` with the secret that \`furrow device register\` told |

Press **Authorize**, paste it without the word Bearer, and try any operation of yours below. \`npm start\` prints a JWT
and an API token of its demo farm. The company is always the credential’s own: no request names it.

### What every answer has in common

- Success is \`{ "status": "success", "data": … }\`; phytosanitary answers have their members beside \`status\`.
- A refusal has a stable \`code\` to branch on, and comes in one of two shapes. **A** is
  \`{ error, message, code }\` and belongs to the harvest report and the phytosanitary summaries; **B** is
  \`{ status: "error", message, error, code }\` and belongs to everything else. \`validation_failed\` adds \`details\`:
  every wrong field at once.
- Sending the same request again is safe wherever a key is taken (\`localId\`, \`clientEventId\`, \`idempotencyKey\`,
  \`clientRecordId\`): the repeat answers 200 with what the first one made.
- Members that a body does not know are dropped; with \`Prefer: handling=strict\` they are refused.
- Instants are UTC to the millisecond, dates are days of the project’s own zone, ids are UUIDs, and \`x-request-id\` names
  the answer in the logs.
- 429 and 503 carry \`Retry-After\`, in seconds. A body may be 1 MB; bulk records 5 MB; with photos 20 MB.
  An object in it may have 1,000 members.
- What is no HTTP at all is answered by \`malformed_request\` (400), \`request_timeout\` (408) or
  \`headers_too_large\` (431), in shape B.
`.trim();
