import type { Clock } from '@furrow/kernel';
import {
  type EventKey,
  type FarmEvent,
  mayReceive,
  isSameAudience,
  readEventId,
  sessionInQuestion,
} from '../../domain/index.ts';
import type { EventStream, LogPosition, SessionOwners, LoggedEvents } from '../ports.ts';
import { comparePositions, type EventSink, type Listener, type Listening, NOTHING_YET } from './listener.ts';
import { type Full, Listeners } from './listeners.ts';
import { OwnersOfSessions } from './owners-of-sessions.ts';

const HOUR_MS = 3_600_000;
/** The number of acts read at once. */
const PAGE = 500;
/** After writing to so many streams, other work gets its turn. */
const TURN = 200;

/** The events of one page of acts for a company. */
interface PositionedEvent {
  readonly position: LogPosition;
  readonly event: FarmEvent;
}

/**
 * Sends committed events to the company's listeners, as far as their role permits. The log is read once for all of
 * them, and not at all without listeners. The caller drives `poll`, `heartbeat` and `expire`.
 */
export class LiveEvents {
  /** Called for each listener that comes: from now on there is something to poll for. */
  onListener: () => void = () => undefined;
  readonly #owners: OwnersOfSessions;
  /** Everything up to here was sent, or is being sent: a position for each node. */
  #position: readonly LogPosition[] | undefined;
  #epoch: string | undefined;
  #starting: Promise<void> | undefined;
  #isPolling = false;
  #isClosed = false;

  constructor(
    private readonly stream: EventStream,
    owners: SessionOwners,
    private readonly clock: Clock,
    private readonly listeners = new Listeners(),
    private readonly yieldTurn: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#owners = new OwnersOfSessions(owners);
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  /** The limit that another listener would exceed. */
  fullFor(who: Listening): Full | undefined {
    return this.#isClosed ? 'process' : this.listeners.fullFor(who);
  }

  /**
   * Opens a stream: with `lastEventId` the events after it within the last hour, then those committed from now on. An
   * unknown or older event is answered with a reset, and the stream begins now.
   *
   * @returns a function that ends it
   * @throws DatabaseUnavailable, and other errors, before the stream is open
   */
  async listen(who: Listening, sink: EventSink, lastEventId?: string): Promise<() => void> {
    const { companyId, userId, role, until } = who;
    const listener: Listener = { companyId, userId, role, until, sink, isOpen: false, sentTo: undefined };
    this.listeners.add(listener);
    this.onListener();
    const leave = () => this.listeners.remove(listener);
    try {
      // Events committed before the answer starts may or may not be sent; all later ones are.
      listener.sentTo = NOTHING_YET;
      await (this.#starting ??= this.#start());
      const key = lastEventId === undefined ? undefined : readEventId(lastEventId);
      const from = key && (await this.stream.find(companyId, key, this.#oldest()));
      this.#open(listener);
      if (key && from) void this.#catchUp(listener, key, from).catch(() => this.#end(listener));
      else {
        if (lastEventId !== undefined) sink.reset();
        listener.sentTo = undefined;
      }
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Reads what was committed since the last time, and sends it. Never twice at once. */
  async poll(): Promise<void> {
    if (this.#isPolling || this.#isClosed) return;
    if (this.listeners.size === 0) {
      [this.#position, this.#starting] = [undefined, undefined];
      return;
    }
    this.#isPolling = true;
    try {
      while (this.#position && (await this.#pollPage(this.#position)));
    } finally {
      this.#isPolling = false;
    }
  }

  /** Shows all listeners that their connection is alive. */
  async heartbeat(): Promise<void> {
    await this.#each(this.listeners.all(), ({ isOpen, sink }) => isOpen && sink.heartbeat());
  }

  /** Ends the streams whose credentials have expired. */
  expire(): void {
    const now = this.clock.now();
    for (const listener of [...this.listeners.all()]) if (listener.until <= now) this.#end(listener);
  }

  /** Ends all streams, and opens no more. */
  close(): void {
    this.#isClosed = true;
    for (const listener of [...this.listeners.all()]) this.#end(listener);
  }

  async #start(): Promise<void> {
    try {
      const { next, epoch } = await this.stream.end();
      [this.#position, this.#epoch] = [next, epoch];
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
  }

  /** @returns whether there may be more */
  async #pollPage(after: readonly LogPosition[]): Promise<boolean> {
    const { acts, next, epoch, changedUsers } = await this.stream.read(after, PAGE);
    if (epoch !== this.#epoch) {
      // Positions have become meaningless; listeners reconnect with the last event that they know.
      for (const listener of [...this.listeners.all()]) this.#end(listener);
      [this.#position, this.#starting] = [undefined, undefined];
      return false;
    }
    this.#position = next;
    const changed = new Set(changedUsers);
    for (const listener of [...this.listeners.all()])
      // They reconnect, and are admitted with their new role.
      if (changed.has(listener.userId)) this.#end(listener);
    const failures: unknown[] = [];
    for (const [companyId, found] of this.#byCompany(acts))
      await this.#send(companyId, found).catch((error: unknown) => {
        failures.push(error);
        // Their clients connect again with the last event that they have, and miss none.
        for (const listener of [...this.listeners.of(companyId)]) this.#end(listener);
      });
    if (failures.length > 0) throw failures[0];
    return acts.length >= PAGE;
  }

  #byCompany(acts: readonly LoggedEvents[]): Map<string, PositionedEvent[]> {
    const companies = new Map<string, PositionedEvent[]>();
    for (const { events, ...position } of acts)
      for (const event of events) {
        if (this.listeners.of(event.companyId).size === 0) continue;
        const found = companies.get(event.companyId);
        if (found) found.push({ position, event });
        else companies.set(event.companyId, [{ position, event }]);
      }
    return companies;
  }

  async #send(companyId: string, found: readonly PositionedEvent[]): Promise<void> {
    const owners = await this.#owners.of(companyId, found.map(({ event }) => event).filter(isInQuestion));
    const known = new Map<string, readonly FarmEvent[]>();
    const [first] = found;
    await this.#each(this.listeners.of(companyId), (listener) => {
      // It has caught up and gets the shared list.
      if (listener.sentTo && first && comparePositions(first.position, listener.sentTo) > 0)
        listener.sentTo = undefined;
      const events = listener.sentTo
        ? this.#eventsFor(listener, found, owners)
        : this.#sharedEventsFor(listener, found, owners, known);
      if (events.length > 0) listener.sink.send(events);
    });
  }

  /** One list for all who may read the same events. */
  #sharedEventsFor(
    listener: Listener,
    found: readonly PositionedEvent[],
    owners: ReadonlyMap<string, string>,
    known: Map<string, readonly FarmEvent[]>,
  ): readonly FarmEvent[] {
    const audience = isSameAudience(listener.role) ? listener.role : `${listener.role} ${listener.userId}`;
    const events = known.get(audience) ?? this.#eventsFor(listener, found, owners);
    known.set(audience, events);
    return events;
  }

  #eventsFor(
    listener: Listener,
    found: readonly PositionedEvent[],
    owners: ReadonlyMap<string, string>,
  ): readonly FarmEvent[] {
    const { sentTo } = listener;
    return found
      .filter(({ position }) => sentTo === undefined || comparePositions(position, sentTo) > 0)
      .map(({ event }) => event)
      .filter((event) =>
        mayReceive(listener, event, owners.get(sessionInQuestion(event) ?? '') ?? event.userId),
      );
  }

  /** Sends missed events at the listener's pace, until it has caught up. */
  async #catchUp(listener: Listener, key: EventKey, from: LogPosition): Promise<void> {
    const { companyId, sink } = listener;
    for (let after = from; ;) {
      const { acts, next } = await this.stream.readOf(companyId, after, this.#oldest(), PAGE);
      const found = acts.flatMap(({ events, ...position }) =>
        events.filter(({ id }) => isBehind(id, key)).map((event) => ({ position, event })),
      );
      const owners = await this.#owners.of(companyId, found.map(({ event }) => event).filter(isInQuestion));
      const events = this.#eventsFor({ ...listener, sentTo: undefined }, found, owners);
      if (events.length > 0) sink.send(events);
      after = next;
      if (acts.length < PAGE && this.#position?.every((position) => comparePositions(next, position) >= 0)) {
        listener.sentTo = next;
        return;
      }
      if (!(await sink.room())) return;
    }
  }

  async #each(listeners: Iterable<Listener>, act: (listener: Listener) => unknown): Promise<void> {
    let count = 0;
    for (const listener of listeners) {
      act(listener);
      if (++count % TURN === 0) await this.yieldTurn();
    }
  }

  #open(listener: Listener): void {
    if (listener.isOpen) return;
    listener.isOpen = true;
    listener.sink.open();
  }

  /** One whose answer has not started gets an empty stream, so that its client connects again. */
  #end(listener: Listener): void {
    this.#open(listener);
    this.listeners.remove(listener);
    listener.sink.end();
  }

  #oldest(): Date {
    return new Date(this.clock.now().getTime() - HOUR_MS);
  }
}

const isInQuestion = (event: FarmEvent) => sessionInQuestion(event) !== undefined;

/** Within the act sent last, the events after the one sent last. */
function isBehind(id: string, key: EventKey): boolean {
  const its = readEventId(id);
  return its?.micros !== key.micros || its.entryId !== key.entryId || its.index > key.index;
}
