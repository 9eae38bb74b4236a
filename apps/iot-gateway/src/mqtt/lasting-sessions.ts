import type { Aedes, Client } from 'aedes';

const MAX_PER_DEVICE = 10;

interface Session {
  readonly id: string;
}

/** What the broker asks of its memory, as far as it concerns us. */
interface Memory {
  addSubscriptions(client: Client, subscriptions: readonly { readonly topic: string }[]): Promise<unknown>;
  cleanSubscriptions(client: Session): Promise<unknown>;
  cleanIncoming?(client: Session): Promise<unknown>;
}

/**
 * Keeps what the broker remembers of devices that are away within bounds: of a device so many sessions, and of a
 * session only what it was granted.
 */
export class LastingSessions {
  readonly #byDevice = new Map<string, Set<string>>();
  readonly #memory: Memory;

  /** @param holds whether a client was granted a filter */
  constructor(
    private readonly broker: Aedes,
    holds: (client: Client, filter: string) => boolean,
  ) {
    this.#memory = (broker as unknown as { persistence: Memory }).persistence;
    const add = this.#memory.addSubscriptions.bind(this.#memory);
    // The broker hands over all of a packet for each filter in it that was granted, those that it refused as well.
    this.#memory.addSubscriptions = (client, subscriptions) =>
      add(
        client,
        subscriptions.filter(({ topic }) => holds(client, topic)),
      );
  }

  /** A client has come whose session outlasts its connection; of too many the one that came longest ago is forgotten. */
  note(deviceId: string, clientId: string): void {
    const sessions = this.#byDevice.get(deviceId) ?? new Set();
    sessions.delete(clientId);
    this.#byDevice.set(deviceId, sessions.add(clientId));
    const [oldest] = sessions;
    if (oldest === undefined || sessions.size <= MAX_PER_DEVICE) return;
    sessions.delete(oldest);
    this.#forget(oldest);
  }

  #forget(id: string): void {
    const { clients } = this.broker as unknown as { clients: Record<string, unknown> };
    if (clients[id] !== undefined) return; // it ends with its connection, as far as it matters
    void this.#memory.cleanSubscriptions({ id }).catch(() => undefined);
    void this.#memory.cleanIncoming?.({ id }).catch(() => undefined);
  }
}
