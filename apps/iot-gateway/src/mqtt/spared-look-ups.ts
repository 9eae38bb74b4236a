import { Readable } from 'node:stream';

interface StoredClient {
  readonly id: string;
  /** Of a client that has a stored will: the broker at which it connected. */
  readonly brokerId?: string;
}

/** A client of the broker that is connected or has just been closed. */
interface BrokerClient extends StoredClient {
  readonly closed?: boolean;
  /** Packet ids of messages of QoS 2 between PUBREC and PUBREL. */
  readonly _inboundInflight?: ReadonlySet<number>;
}

/** The methods of the broker's storage that are changed here. */
interface Storage {
  delWill(client: StoredClient): Promise<unknown>;
  cleanIncoming(client: BrokerClient): Promise<unknown>;
  outgoingStream(client: StoredClient): Readable;
}

/**
 * Spares the look-ups of shared storage that cannot find anything. The broker makes them for each connection, and each
 * is a message to Redis, which is what most of a connection's processor time was spent on.
 */
export function spareLookUps(storage: object): void {
  const stored = storage as Storage;
  const delWill = stored.delWill.bind(storage);
  const cleanIncoming = stored.cleanIncoming.bind(storage);
  // A client that is connecting has no will stored; only that of a broker's client is.
  stored.delWill = (client) => (client.brokerId === undefined ? Promise.resolve() : delWill(client));
  // A client that ends with nothing half delivered leaves nothing; one that connects may find something of a gateway
  // that was killed.
  stored.cleanIncoming = (client) =>
    client.closed === true && client._inboundInflight?.size === 0 ? Promise.resolve() : cleanIncoming(client);
  // Commands are written directly to connections and kept in PostgreSQL, so nothing is ever queued here.
  stored.outgoingStream = () => Readable.from([]);
}
