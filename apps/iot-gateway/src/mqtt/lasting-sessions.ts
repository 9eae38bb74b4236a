import type { Aedes, Client } from 'aedes';

const MAX_PER_DEVICE = 10;
/** The subscription by which a session without any is known: no client may send such a filter, and nobody is granted it. */
const MARK = { topic: '$SYS/furrow/\u0000session', qos: 0 } as const;

interface Session {
  readonly id: string;
}

interface Subscription {
  readonly topic: string;
}

/** What the broker asks of its memory, as far as it concerns us. */
interface Memory {
  addSubscriptions(client: Session, subscriptions: readonly Subscription[]): Promise<unknown>;
  subscriptionsByClient(client: Session): Promise<readonly Subscription[]>;
  cleanSubscriptions(client: Session): Promise<unknown>;
  cleanIncoming?(client: Session): Promise<unknown>;
}

/** What a client and the gateway know of each other from one connection to the next. */
export interface LastingSession {
  /** The commands that were sent and not acknowledged; undefined: some were perhaps, by another gateway. */
  unacknowledged: Set<string> | undefined;
  /** Packet ids of the messages of QoS 2 between PUBREC and PUBREL, as far as this gateway knows. */
  readonly halfDelivered: Set<number>;
}

export interface SessionRules {
  /** Whether a client was granted a filter. */
  holds(client: Client, filter: string): boolean;
  /** Other gateways serve the same sessions. */
  readonly areShared: boolean;
}

/**
 * Keeps what the broker remembers of devices that are away within bounds: of a device so many sessions, and of a
 * session only what it was granted.
 */
export class LastingSessions {
  readonly #byDevice = new Map<string, Map<string, LastingSession>>();
  readonly #memory: Memory;

  constructor(
    private readonly broker: Aedes,
    private readonly rules: SessionRules,
  ) {
    this.#memory = (broker as unknown as { persistence: Memory }).persistence;
    const add = this.#memory.addSubscriptions.bind(this.#memory);
    const find = this.#memory.subscriptionsByClient.bind(this.#memory);
    // The broker hands over all of a packet for each filter in it that was granted, those that it refused as well.
    this.#memory.addSubscriptions = (client, subscriptions) =>
      add(
        client,
        subscriptions.filter(({ topic }) => rules.holds(client as Client, topic)),
      );
    // Asked when a client comes whose session is to last. The broker takes a session to be there if it holds anything.
    this.#memory.subscriptionsByClient = async (client) => {
      const subscriptions = await find(client);
      if (!subscriptions.some(({ topic }) => topic === MARK.topic)) await add(client, [MARK]);
      return subscriptions;
    };
  }

  /**
   * A client has come. Of too many lasting sessions of its device the one whose client came longest ago is forgotten.
   * @param present it found its session here
   * @returns its session, if that outlasts the connection
   */
  begin(deviceId: string, client: Client, present: boolean): LastingSession | undefined {
    const sessions = this.#byDevice.get(deviceId) ?? new Map<string, LastingSession>();
    const before = sessions.get(client.id);
    sessions.delete(client.id);
    if (client.clean) {
      if (sessions.size === 0) this.#byDevice.delete(deviceId);
      return undefined;
    }
    const session = present ? this.#resumed(before) : newSession(new Set());
    this.#byDevice.set(deviceId, sessions.set(client.id, session));
    const [oldest] = sessions.keys();
    if (oldest === undefined || sessions.size <= MAX_PER_DEVICE) return session;
    sessions.delete(oldest);
    this.#forget(oldest);
    return session;
  }

  /** Since the client was here it may have been at another gateway. */
  #resumed(before: LastingSession | undefined): LastingSession {
    return before === undefined || this.rules.areShared ? newSession(undefined) : before;
  }

  #forget(id: string): void {
    const { clients } = this.broker as unknown as { clients: Record<string, unknown> };
    if (clients[id] !== undefined) return; // it ends with its connection, as far as it matters
    void this.#memory.cleanSubscriptions({ id }).catch(() => undefined);
    void this.#memory.cleanIncoming?.({ id }).catch(() => undefined);
  }
}

function newSession(unacknowledged: Set<string> | undefined): LastingSession {
  return { unacknowledged, halfDelivered: new Set() };
}
