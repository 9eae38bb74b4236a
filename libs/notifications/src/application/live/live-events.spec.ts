import { FixedClock } from '@furrow/kernel/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CommittedAct, type EventKey, eventsOf, type FarmEvent } from '../../domain/index.ts';
import type { EventStream, LogPosition, SessionOwners } from '../ports.ts';
import { comparePositions, type EventSink } from './listener.ts';
import { LiveEvents } from './live-events.ts';
import { Listeners } from './listeners.ts';

const NOW = new Date('2026-03-01T08:00:00Z');

/** A log in memory; each act is a transaction of its own. */
class Log implements EventStream {
  readonly acts: (CommittedAct & { xid: string })[] = [];
  epoch = 'first';
  changedUsers: string[] = [];
  reads = 0;

  add(act: string, over: Partial<CommittedAct> = {}): EventKey {
    const entryId = this.acts.length + 1;
    const key = { micros: NOW.getTime() * 1_000 + entryId, entryId };
    const rest = { companyId: 'acme', userId: 'ana', subjects: [`s-${entryId}`], within: null, count: 1 };
    this.acts.push({ ...key, act, ...rest, xid: String(entryId), ...over });
    return { ...key, index: 0 };
  }

  async end() {
    return { next: [{ xid: String(this.acts.length + 1), entryId: 0 }], epoch: this.epoch };
  }

  async read([after]: readonly LogPosition[], limit: number) {
    this.reads += 1;
    const { acts, next } = this.#page(after!, limit, () => true);
    return {
      ...{ acts, next: [next] },
      epoch: this.epoch,
      changedUsers: this.changedUsers.splice(0),
    };
  }

  async find(companyId: string, { micros, entryId }: EventKey) {
    const act = this.acts.find((one) => one.companyId === companyId && one.micros === micros);
    return act && { xid: act.xid, entryId: entryId - 1 };
  }

  async readOf(companyId: string, after: LogPosition, _oldest: Date, limit: number) {
    const page = this.#page(after, limit, (act) => act.companyId === companyId);
    await turn(); // acts committed from now on are too late for it
    return page;
  }

  #page(after: LogPosition, limit: number, isMeant: (act: CommittedAct) => boolean) {
    const acts = this.acts.filter((act) => isMeant(act) && comparePositions(act, after) > 0).slice(0, limit);
    const logged = acts.map((act) => ({ xid: act.xid, entryId: act.entryId, events: eventsOf(act) }));
    return {
      acts: logged,
      next: logged.length < limit ? { xid: String(this.acts.length + 1), entryId: 0 } : logged.at(-1)!,
    };
  }
}

class Owners implements SessionOwners {
  asked = 0;
  async of(_companyId: string, sessionIds: readonly string[]) {
    this.asked += 1;
    return new Map(sessionIds.map((sessionId) => [sessionId, 'ana']));
  }
}

class Sink implements EventSink {
  readonly lists: (readonly FarmEvent[])[] = [];
  readonly logged: string[] = [];
  open() {
    this.logged.push('open');
  }
  send(events: readonly FarmEvent[]) {
    this.lists.push(events);
    this.logged.push(
      ...events.map(({ type, data }) => `${type} ${String(data['sessionId'] ?? data['workerId'])}`),
    );
  }
  reset() {
    this.logged.push('reset');
  }
  heartbeat() {
    this.logged.push('heartbeat');
  }
  end() {
    this.logged.push('end');
  }
  room() {
    return Promise.resolve(!this.logged.includes('end'));
  }
}

let log: Log;
let owners: Owners;
let clock: FixedClock;
let live: LiveEvents;
beforeEach(() => {
  [log, owners, clock] = [new Log(), new Owners(), new FixedClock(NOW)];
  live = new LiveEvents(log, owners, clock, new Listeners({ perUser: 2, perCompany: 3, inAll: 4 }));
});

const who = (userId = 'ada', role = 'admin', companyId = 'acme', lastsMs = 60_000) => ({
  ...{ userId, role, companyId, until: new Date(clock.now().getTime() + lastsMs) },
});
const listen = async (as = who(), lastEventId?: string) => {
  const sink = new Sink();
  const leave = await live.listen(as, sink, lastEventId);
  await settled();
  return { sink, leave };
};
const turn = () => new Promise(setImmediate);
/** Listeners have caught up. */
const settled = async () => {
  for (let turns = 0; turns < 5; turns++) await turn();
};
const expire = () => {
  clock.advance(60_000);
  live.expire();
};
const idOf = ({ micros, entryId, index }: EventKey) =>
  `evt_${[micros, entryId, index].map((number) => number.toString(36)).join('_')}`;

describe('live events', () => {
  it('contain what is committed from then on, read once and serialized once for all listeners of the same', async () => {
    log.add('session.opened');
    const [one, two] = [await listen(), await listen(who('bo'))];
    log.add('session.opened');
    await live.poll();
    await live.poll();
    expect(one.sink.logged).toEqual(['open', 'session.opened s-2']);
    expect(two.sink.lists[0]).toBe(one.sink.lists[0]);
  });

  it('are not read while nobody listens', async () => {
    await live.poll();
    const { leave } = await listen();
    leave();
    log.add('session.opened');
    await live.poll();
    expect(log.reads).toBe(0);
    const { sink } = await listen();
    log.add('session.opened');
    await live.poll();
    expect(sink.logged).toEqual(['open', 'session.opened s-2']);
  });

  it.each<[string, () => Promise<void> | void, string[]]>([
    ['every listener is shown that its connection is alive', () => live.heartbeat(), ['open']],
    ['its credential expires', () => expire(), ['open', 'end']],
    ['the process ends', () => live.close(), ['open', 'end']],
  ])(
    'begin with their answer, also while the log is asked where they begin and %s',
    async (_, act, logged) => {
      const answer = Promise.withResolvers<unknown>();
      const end = log.end.bind(log);
      log.end = () => answer.promise.then(end);
      const listening = listen();
      await act();
      answer.resolve(undefined);
      expect((await listening).sink.logged).toEqual(logged);
    },
  );

  it('of a session that the system closed are sent to its owner', async () => {
    const [own, colleague] = [await listen(who('ana', 'supervisor')), await listen(who('ben', 'supervisor'))];
    log.add('session.lapsed', { userId: null });
    log.add('session.lapsed', { userId: null, subjects: ['s-1'] });
    await live.poll();
    expect(own.sink.logged).toEqual(['open', 'session.closed s-1', 'session.closed s-1']);
    expect(colleague.sink.logged).toEqual(['open']);
    log.add('session.updated', { userId: null, subjects: ['s-1'] });
    await live.poll();
    expect([own.sink.logged.length, owners.asked]).toEqual([4, 1]);
  });

  it('end with the credential, with a change of the user, and with the process', async () => {
    const brief = await listen(who('ada', 'admin', 'acme', 500));
    const changed = await listen(who('ana', 'supervisor'));
    const other = await listen(who('zoe', 'admin', 'rival'));
    clock.advance(1_000);
    live.expire();
    log.changedUsers = ['ana'];
    log.add('worker.registered');
    await live.poll();
    expect(brief.sink.logged).toEqual(['open', 'end']);
    expect(changed.sink.logged).toEqual(['open', 'end']);
    await live.heartbeat();
    live.close();
    expect(other.sink.logged).toEqual(['open', 'heartbeat', 'end']);
    expect([live.listenerCount, live.fullFor(who())]).toEqual([0, 'process']);
  });

  it('of a company whose events cannot be sent end, and those of others continue', async () => {
    const failing = await listen(who('ada', 'admin', 'acme'));
    const other = await listen(who('zoe', 'admin', 'rival'));
    owners.of = async (companyId) => {
      if (companyId === 'acme') throw new Error('no connection');
      return new Map();
    };
    log.add('session.lapsed', { userId: null });
    log.add('session.lapsed', { userId: null, companyId: 'rival' });
    await expect(live.poll()).rejects.toThrow('no connection');
    expect(failing.sink.logged).toEqual(['open', 'end']);
    expect(other.sink.logged).toEqual(['open', 'session.closed s-2']);
  });

  it('end in another epoch of the database, and start again', async () => {
    const before = await listen();
    log.epoch = 'second';
    await live.poll();
    expect(before.sink.logged).toEqual(['open', 'end']);
    const after = await listen();
    log.add('session.opened');
    await live.poll();
    expect(after.sink.logged).toEqual(['open', 'session.opened s-1']);
  });

  it('have a limited number of listeners per user, company and process', async () => {
    await listen(who('ada'));
    const { leave } = await listen(who('ada'));
    expect([live.fullFor(who('ada')), live.fullFor(who('bo'))]).toEqual(['user', undefined]);
    await listen(who('bo'));
    expect([live.fullFor(who('cy')), live.fullFor(who('zoe', 'admin', 'rival'))]).toEqual([
      'company',
      undefined,
    ]);
    await listen(who('zoe', 'admin', 'rival'));
    expect(live.fullFor(who('zed', 'admin', 'third'))).toBe('process');
    leave();
    leave();
    expect([live.listenerCount, live.fullFor(who('ada'))]).toEqual([3, undefined]);
  });

  it('are resumed without gaps or repeats, however that coincides with the log', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('add', 'addTheirs', 'poll', 'turn', 'listen'), {
          minLength: 20,
          maxLength: 60,
        }),
        async (steps) => {
          log = new Log();
          live = new LiveEvents(log, owners, clock);
          const first = log.add('record.added', { subjects: ['a'], within: ['s-0'] });
          const sinks: { sink: Sink; from: EventKey }[] = [];
          const running: Promise<unknown>[] = [];
          let last = first;
          const acts: Record<string, () => void> = {
            add: () => (last = log.add('session.opened')),
            addTheirs: () => void log.add('session.opened', { companyId: 'rival' }),
            poll: () => void running.push(live.poll()),
            listen: () => {
              const sink = new Sink();
              sinks.push({ sink, from: last });
              running.push(live.listen(who(), sink, idOf(last)));
            },
          };
          for (const step of steps) await (step === 'turn' ? turn() : acts[step]?.());
          await Promise.all(running);
          await settled();
          await live.poll();
          for (const { sink, from } of sinks.slice(0, 20)) {
            const missed = log.acts.filter(
              ({ entryId, companyId }) => entryId > from.entryId && companyId === 'acme',
            );
            expect(sink.logged).toEqual([
              'open',
              ...missed.map(({ entryId }) => `session.opened s-${entryId}`),
            ]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('start from now where the last event is unknown', async () => {
    log.add('session.opened');
    for (const id of ['evt_1_1_0', 'rubbish'])
      expect((await listen(who(id), id)).sink.logged).toEqual(['open', 'reset']);
  });

  it('are resumed in the middle of an act', async () => {
    const act = log.add('shift.recorded', { subjects: ['a', 'b', 'c'] });
    const { sink } = await listen(who(), idOf({ ...act, index: 1 }));
    expect(sink.lists.flat().map(({ data }) => data)).toEqual([{ shiftId: 'c' }]);
  });
});
