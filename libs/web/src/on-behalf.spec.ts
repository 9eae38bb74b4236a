import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFurrow, type Furrow, type FurrowError } from '@furrow/client';
import { type Caller, hasEnded, isInactive, onBehalfOf } from './on-behalf.ts';

const json = (status: number, body: object) => Response.json(body, { status });

let respond: (request: Request) => Response;
/** The users whom the requests named. */
let sent: (string | null)[];
let client: Furrow;
let callers: { caller: Caller | undefined; heed(caller: Caller, error: FurrowError): void };
let heeded: string[];
const call = (of = onBehalfOf(client, callers)) => of.GET('/api/control/tokens');

beforeEach(() => {
  sent = [];
  heeded = [];
  respond = () => json(200, { data: [] });
  callers = {
    caller: { userId: 'ada' },
    heed: ({ userId }, { code }) => void heeded.push(`${userId}: ${code}`),
  };
  client = createFurrow({
    baseUrl: 'http://farm.test',
    fetch: async (request) => {
      sent.push(request.headers.get('furrow-user'));
      return respond(request);
    },
  });
});

describe('a call', () => {
  it('names its user, as soon as somebody is known', async () => {
    expect(await call()).toMatchObject({ ok: true });
    callers.caller = undefined;
    expect(await call()).toMatchObject({ ok: true });
    expect(sent).toEqual(['ada', null]);
  });

  it.each([
    ['the session has ended', 401, 'token_expired', [true, false]],
    ['the user is inactive', 403, 'user_not_registered', [false, true]],
    ['one request alone is refused', 403, 'forbidden', [false, false]],
    ['the server is busy', 503, 'overloaded', [false, false]],
  ])('reports its refusal, which says that %s', async (_, status, code, meaning) => {
    respond = () => json(status, { code, message: 'No.' });
    const { error } = await call();
    expect([hasEnded(error!), isInactive(error!)]).toEqual(meaning);
    expect(heeded).toEqual([`ada: ${code}`]);
  });

  it.each([
    ['answered', 'after another user has signed in', 200, 'ana'],
    ['refused', 'after another user has signed in', 401, 'ana'],
    ['refused', 'after the same user has signed in again', 401, 'ada'],
  ])('that is %s %s is dropped', async (_, __, status, userId) => {
    respond = () => {
      callers.caller = { userId };
      return json(status, { data: ['hers'], code: 'token_expired' });
    };
    expect(await call()).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(heeded).toEqual([]);
  });

  it('of an outbox is not sent while somebody else is signed in', async () => {
    const ofAda = onBehalfOf(client, callers, 'ada');
    expect(await call(ofAda)).toMatchObject({ ok: true });
    for (const caller of [{ userId: 'ana' }, undefined]) {
      callers.caller = caller;
      expect(await call(ofAda)).toMatchObject({ ok: false, error: { code: 'aborted' } });
    }
    expect(sent).toEqual(['ada']);
  });
});
