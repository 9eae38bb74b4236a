import { Readable } from 'node:stream';
import type { Redis } from 'ioredis';

interface Session {
  readonly id: string;
}

/** A client of the broker that is connected or has just been closed. */
interface BrokerClient extends Session {
  readonly closed?: boolean;
  /** Packet ids of messages of QoS 2 between PUBREC and PUBREL. */
  readonly _inboundInflight?: ReadonlySet<number>;
}

interface Subscription {
  readonly topic: string;
  readonly qos: number;
}

/** The methods of the broker's storage that are replaced here. */
interface Storage {
  setup(): Promise<void>;
  addSubscriptions(session: Session, subscriptions: readonly Subscription[]): Promise<void>;
  removeSubscriptions(session: Session, filters: readonly string[]): Promise<void>;
  cleanSubscriptions(session: Session): Promise<void>;
  cleanIncoming(client: BrokerClient): Promise<void>;
  putWill(): Promise<void>;
  delWill(): Promise<void>;
  streamWill(): Readable;
  outgoingStream(): Readable;
}

/**
 * Limits what the broker's storage does to what Furrow needs: it keeps the subscriptions of lasting sessions, and the
 * packet ids of messages of QoS 2. Commands to Redis are most of what a new connection costs.
 *
 * The library also tells every gateway of each subscription, because a broker queues messages by them. For that a
 * gateway would read all sessions when it starts and keep them in memory, and each CONNECT and SUBSCRIBE would wait for
 * its own message to come back from Redis: for ever, if it is sent while the connection that listens is not back yet.
 */
export function limitSessionStorage(storage: object, redis: Redis): void {
  const cleanIncoming = (storage as Storage).cleanIncoming.bind(storage);
  // The library reads these keys, and takes a value of one character for the QoS.
  const keyOf = ({ id }: Session) => `client:${encodeURIComponent(id)}`;
  const replaced: Storage = {
    // The set by which the library finds all sessions. This also shows that Redis answers.
    setup: async () => void (await redis.unlink('clients')),
    addSubscriptions: async (session, subscriptions) => {
      const qosByFilter = new Map(subscriptions.map(({ topic, qos }) => [topic, qos]));
      if (qosByFilter.size > 0) await redis.hset(keyOf(session), qosByFilter);
    },
    removeSubscriptions: async (session, filters) => {
      if (filters.length > 0) await redis.hdel(keyOf(session), ...filters);
    },
    cleanSubscriptions: async (session) => void (await redis.unlink(keyOf(session))),
    // A client that ends with nothing half delivered leaves nothing; one that connects may find something of a gateway
    // that was killed.
    cleanIncoming: async (client) => {
      if (client.closed !== true || client._inboundInflight?.size !== 0) await cleanIncoming(client);
    },
    // A will is sent by the gateway that has the connection. Stored, it would be sent minutes after that gateway was
    // killed, when its device has long been connected again.
    putWill: async () => undefined,
    delWill: async () => undefined,
    streamWill: () => Readable.from([]),
    // Commands are written directly to connections and kept in PostgreSQL.
    outgoingStream: () => Readable.from([]),
  };
  Object.assign(storage, replaced);
}
