import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, FurrowError } from '@furrow/client';
import { type Notice, SessionState } from './session-state.ts';
import type { SignedIn } from './types.ts';

type Body = { readonly data: SignedIn };
const signedIn = (userId: string, role: SignedIn['user']['role'] = 'admin') =>
  ({ user: { userId, role }, expiresAt: null }) as SignedIn;
const [ADA, ANA] = [signedIn('ada'), signedIn('ana', 'supervisor')];
const admitted = (data: SignedIn): Answer<Body> => ({ ok: true, body: { data }, response: new Response() });
const refused = (status: number, code: string): Answer<Body> => ({
  ok: false,
  error: FurrowError.answered(new Response(null, { status }), { code }),
});
const ENDED = refused(401, 'token_expired');
const INACTIVE = refused(403, 'user_not_registered');
const BUSY = refused(503, 'overloaded');
const SILENCE: Answer<Body> = { ok: false, error: FurrowError.local('unreachable', 'No answer') };

let answer: Answer<Body> | Promise<Answer<Body>>;
let recalled: SignedIn | undefined;
/** What happened around the state, in order. */
let log: string[];
let notices: Notice[];
let session: SessionState;
beforeEach(() => {
  [answer, recalled, log, notices] = [admitted(ADA), undefined, [], []];
  session = new SessionState({
    ask: () => Promise.resolve(answer),
    leave: () => Promise.resolve('/console/'),
    kept: {
      remember: async ({ user }) => void log.push(`remember ${user.userId}`),
      recall: () => Promise.resolve(recalled),
      hide: async (userId) => void log.push(`hide ${userId}`),
      forget: async (userId) => (log.push(`forget ${userId}`), userId),
    },
    discardUnsent: async (userId) => (log.push(`discard ${userId}`), 2),
    dropAnswers: () => log.push('drop'),
    notify: (notice) => notices.push(notice),
  });
});

async function asked(next: Answer<Body>) {
  answer = next;
  await session.ask();
  return session.status;
}

describe('without an answer', () => {
  it.each([
    ['nothing', SILENCE],
    ['503', BUSY],
    ['500', refused(500, 'internal_error')],
  ])('shows what was known last, for %s', async (_, silence) => {
    recalled = ADA;
    expect(await asked(silence)).toEqual({ is: 'signed-in', signedIn: ADA });
    expect(log).toEqual(['drop']);
  });

  it('shows nothing where nobody is known, and goes on as soon as there is an answer', async () => {
    expect(await asked(SILENCE)).toMatchObject({ is: 'unanswered' });
    expect(await asked(admitted(ADA))).toMatchObject({ is: 'signed-in' });
  });

  it('keeps what stands', async () => {
    await asked(admitted(ADA));
    expect(await asked(SILENCE)).toEqual({ is: 'signed-in', signedIn: ADA });
    await asked(ENDED);
    recalled = ADA;
    expect(await asked(SILENCE)).toEqual({ is: 'ended', wasHere: true });
  });
});

describe('a session that has ended', () => {
  it('drops the answers in memory, hides those stored, and notifies the other tabs', async () => {
    await asked(admitted(ADA));
    log = [];
    expect(await asked(ENDED)).toEqual({ is: 'ended', wasHere: true });
    expect([log, session.caller]).toEqual([['hide ada', 'drop'], undefined]);
    expect(notices.at(-1)).toEqual({ type: 'ended', userId: 'ada' });
  });

  it('is hidden when the page is opened, too', async () => {
    recalled = ADA;
    expect(await asked(ENDED)).toEqual({ is: 'ended', wasHere: false });
    expect(log).toContain('hide undefined');
  });

  it('is known from another tab', async () => {
    await asked(admitted(ADA));
    session.hear({ type: 'ended', userId: 'ana' });
    expect(session.status.is).toBe('signed-in');
    session.hear({ type: 'ended', userId: 'ada' });
    expect(session.status.is).toBe('ended');
  });

  it('is not continued by an answer from before', async () => {
    await asked(admitted(ADA));
    const { caller } = session;
    let arrive = (_: Answer<Body>): void => undefined;
    answer = new Promise((resolve) => (arrive = resolve));
    const asking = session.ask();
    session.heed(caller!, ENDED.error!);
    answer = ENDED;
    arrive(admitted(ADA));
    await asking;
    expect(session.status.is).toBe('ended');
  });
});

describe('a user who is no longer active', () => {
  it('is forgotten, with what was not sent, here and in other tabs', async () => {
    await asked(admitted(ADA));
    log = [];
    expect(await asked(INACTIVE)).toEqual({ is: 'inactive', unsent: 2 });
    expect(log).toEqual(['drop', 'forget ada', 'discard ada']);
    expect(notices.at(-1)).toEqual({ type: 'inactive', userId: 'ada' });
  });

  it('is known from another tab', async () => {
    await asked(admitted(ADA));
    session.hear({ type: 'inactive', userId: 'ada' });
    expect(session.status).toEqual({ is: 'inactive', unsent: 0 });
  });
});

describe('another user', () => {
  it('gets an empty page', async () => {
    await asked(admitted(ADA));
    log = [];
    expect(await asked(admitted(ANA))).toEqual({ is: 'signed-in', signedIn: ANA });
    expect(log).toEqual(['drop', 'remember ana']);
    expect(session.caller).toEqual({ userId: 'ana' });
  });

  it('is asked for when another tab notifies of them, again if an answer is on its way', async () => {
    await asked(admitted(ADA));
    let arrive = (_: Answer<Body>): void => undefined;
    answer = new Promise((resolve) => (arrive = resolve));
    const asking = session.ask();
    session.hear({ type: 'signed-in', userId: 'ana' });
    answer = admitted(ANA);
    arrive(admitted(ADA));
    await asking;
    expect(session.status).toEqual({ is: 'signed-in', signedIn: ANA });
  });

  it('is the same one in another role', async () => {
    await asked(admitted(ADA));
    log = [];
    await asked(admitted(signedIn('ada', 'agronomist')));
    expect(log).toEqual(['drop', 'remember ada']);
  });
});

it('shows nothing of a page from the back-forward cache until the server has answered', async () => {
  await asked(admitted(ADA));
  answer = admitted(ANA);
  session.suspend();
  expect(session.status.is).toBe('unknown');
  await session.ask();
  expect(session.status).toEqual({ is: 'signed-in', signedIn: ANA });
});

it('deletes what is stored when the user signs out', async () => {
  await asked(admitted(ADA));
  log = [];
  expect(await session.signOut()).toBe('/console/');
  expect(log).toEqual(['drop', 'forget ada', 'discard ada']);
  expect(notices.at(-1)).toEqual({ type: 'signed-out', userId: 'ada' });
});

it.each([
  ['ended', ENDED],
  ['inactive', INACTIVE],
  ['signed-in', refused(403, 'forbidden')],
  ['signed-in', BUSY],
])('is %s after a call was refused so', async (is, refusal) => {
  await asked(admitted(ADA));
  session.heed(session.caller!, refusal.error!);
  expect(session.status.is).toBe(is);
});

it('is not ended by the refusal of a call from before the user signed in again', async () => {
  await asked(admitted(ADA));
  const before = session.caller!;
  await asked(ENDED);
  await asked(admitted(ADA));
  session.heed(before, ENDED.error!);
  expect(session.status.is).toBe('signed-in');
});
