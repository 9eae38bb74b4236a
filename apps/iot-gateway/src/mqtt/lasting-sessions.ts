import type { Aedes, Client } from 'aedes';

const MAX_PER_DEVICE = 10;
/** The subscription that marks a session without any: no client may send such a filter, and it is never granted. */
const MARK = { topic: '$SYS/furrow/\u0000session', qos: 0 } as const;

interface Session {
  readonly id: string;
}

interface Subscription {
  readonly topic: string;
}

/** The methods of the broker's memory that are changed here. */
interface Memory {
  addSubscriptions(client: Session, subscriptions: readonly Subscription[]): Promise<unknown>;
  subscriptionsByClient(client: Session): Promise<readonly Subscription[]>;
  cleanSubscriptions(client: Session): Promise<unknown>;
  cleanIncoming?(client: Session): Promise<unknown>;
}

/** What a client and the gateway know of each other between connections. */
export interface LastingSession {
  /** Commands that were sent and not acknowledged; undefined: unknown, because another gateway may have sent some. */
  unacknowledged: Set<string> | undefined;
  /** Packet ids of messages of QoS 2 between PUBREC and PUBREL, as far as this gateway knows. */
  readonly halfDelivered: Set<number>;
}

export interface SessionRules {
  /** Whether a client was granted a filter. */
  holds(client: Client, filter: string): boolean;
  /** Other gateways serve the same sessions. */
  readonly areShared: boolean;
}

/**
 * Bounds what the broker stores of devices that are away: a number of sessions per device, and only granted
 * subscriptions per session.
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
    // For each granted filter the broker passes all filters of the packet, including refused ones.
    this.#memory.addSubscriptions = (client, subscriptions) =>
      add(
        client,
        subscriptions.filter(({ topic }) => rules.holds(client as Client, topic)),
      );
    // Called when a client with a lasting session connects. The broker considers a session present if it has anything.
    this.#memory.subscriptionsByClient = async (client) => {
      const subscriptions = await find(client);
      if (!subscriptions.some(({ topic }) => topic === MARK.topic)) await add(client, [MARK]);
      return subscriptions;
    };
  }

  /**
   * A client has connected. If its device has too many lasting sessions, the least recently connected one is removed.
   * @param present whether it found its session here
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

  /** Meanwhile the client may have been connected to another gateway. */
  #resumed(before: LastingSession | undefined): LastingSession {
    return before === undefined || this.rules.areShared ? newSession(undefined) : before;
  }

  #forget(id: string): void {
    const { clients } = this.broker as unknown as { clients: Record<string, unknown> };
    if (clients[id] !== undefined) return; // it ends with its connection
    void this.#memory.cleanSubscriptions({ id }).catch(() => undefined);
    void this.#memory.cleanIncoming?.({ id }).catch(() => undefined);
  }
}

function newSession(unacknowledged: Set<string> | undefined): LastingSession {
  return { unacknowledged, halfDelivered: new Set() };
}
