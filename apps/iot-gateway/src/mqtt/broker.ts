import { createHash, randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';
import { ownCopy } from '../memory/compact.ts';
import { onceATurn } from '../once-a-turn.ts';
import { LEVEL_OF_31, PolicyViolation } from '../transport/packet-rules.ts';
import type { Connection } from './connection.ts';
import { LastingSessions } from './lasting-sessions.ts';

const CONNECT_WITHIN_MS = 5_000;
const DRAIN_WITHIN_MS = 8_000;
/** QoS 2 messages of one client between PUBREC and PUBREL. */
const MAX_HALF_DELIVERED = 200;
const NOTHING = Buffer.alloc(0);
/** A filter that no topic matches. */
const NO_TOPIC = '\u0000';
/** The maximum client id; the 23 characters of MQTT 3.1 do not apply. */
const ANY_LENGTH = 100_000;
/** A client id is stored as long as its session; a longer one is stored as a hash. */
const KEPT_LENGTH = 128;

/** Errors of the broker that the client has caused; they can be recognized only by their text. */
const BROUGHT_ABOUT: readonly (readonly [text: RegExp, reason: string])[] = [
  [/^maxInflightInbound exceeded/, 'too many QoS 2 messages without PUBREL'],
  [/^connect did not arrive in time$/, 'no CONNECT in time'],
  [/^drain timeout$/, 'answers not read'],
];

const logger = new Logger('mqtt');

type Done = (error?: Error) => void;

const REPORTS = '$SYS/furrow/reports';
const TAKEOVERS = '$SYS/furrow/takeovers';

/** A message of another gateway for a device that may be connected here. */
export interface Announcement {
  readonly deviceId: string;
  readonly messages: readonly string[];
}

/** Clients that have connected to one gateway, and are no longer those of any other. */
interface Takeover {
  readonly clientIds: readonly string[];
}

type Hear<Message> = (message: Message & { from: string }, done: () => void) => void;

interface Hub {
  emit(message: (Announcement | Takeover) & { topic: string; from: string }, done: () => void): void;
  on(topic: typeof REPORTS, hear: Hear<Announcement>): void;
  on(topic: typeof TAKEOVERS, hear: Hear<Takeover>): void;
}

/** The connection of a client's byte stream. */
const connections = new WeakMap<object, Connection>();

/**
 * The MQTT protocol: sessions, acknowledgements, subscriptions, wills. Messages of devices are not forwarded to
 * anybody: a reading is stored before it is acknowledged, and that is all.
 */
export class DeviceBroker extends Aedes {
  readonly #areShared: boolean;
  readonly #takeOver = onceATurn<string>((clientIds) =>
    this.#hub.emit({ clientIds, topic: TAKEOVERS, from: this.id }, () => undefined),
  );

  private constructor(options: AedesOptions) {
    super(options);
    this.#areShared = options.persistence !== undefined;
  }

  static async start(options: Pick<AedesOptions, 'mq' | 'persistence'>): Promise<DeviceBroker> {
    const broker: DeviceBroker = new DeviceBroker({
      ...options,
      connectTimeout: CONNECT_WITHIN_MS,
      drainTimeout: DRAIN_WITHIN_MS,
      maxInflightInbound: MAX_HALF_DELIVERED,
      maxClientsIdLength: ANY_LENGTH,
      preConnect: (client, packet, done) => {
        const { device } = connectionOf(client);
        // Client ids of two devices never collide, because a device id contains no slash.
        packet.clientId = `${device.deviceId}/${packet.clientId === '' ? randomUUID() : shortened(packet.clientId)}`;
        // Unused: the token of the upgrade is the credential.
        delete packet.username;
        delete packet.password;
        if (packet.will) packet.will.payload = ownCopy(bytesOf(packet.will.payload));
        packet.keepalive = 0; // counted by the connection itself, which knows when it is not being read
        done(null, true);
      },
      authenticate: (client, _name, _password, done) => done(null, !connectionOf(client).revoked),
      authorizePublish: (client, packet, done) => broker.#take(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        const mine = connectionOf(client).maySubscribe(subscription.topic);
        // Null is answered as 0x80, which MQTT 3.1 does not know: it has to be granted there, and nothing is sent for it.
        const refused = client.version === LEVEL_OF_31 ? { ...subscription, topic: NO_TOPIC } : null;
        done(null, mine ? subscription : refused);
      },
      authorizeForward: () => null, // messages to devices are written directly to their connections
    });
    await broker.listen();
    broker.#closeTaken();
    const sessions = new LastingSessions(broker, {
      holds: (client, filter) => connectionOf(client).holds(filter),
      areShared: broker.#areShared,
    });
    broker.on('connackSent', ({ returnCode, sessionPresent }, client) => {
      if (returnCode !== 0) return;
      const connection = connectionOf(client);
      const session = sessions.begin(connection.device.deviceId, client, sessionPresent);
      connection.session = session;
      // The count continues over connections, as the ids do; the broker would start from zero.
      if (session) Object.assign(client, { _inboundInflight: session.halfDelivered });
    });
    broker.on('clientReady', (client) => connectionOf(client).admit());
    (broker as EventEmitter).on('error', (error: unknown) =>
      logger.error({ err: error }, 'unexpected error of the broker'),
    );
    broker.on('unsubscribe', (filters, client) => connectionOf(client).release(filters));
    // Handled where the connection is closed; without a listener it would end the process.
    for (const event of ['clientError', 'connectionError'] as const) broker.on(event, () => undefined);
    return broker;
  }

  serve(connection: Connection): void {
    connections.set(connection.stream, connection);
    connection.client = this.handle(connection.stream);
  }

  /** Devices get nothing through the broker's own hub, which only carries messages between brokers. */
  override subscribe(...[topic, hear, done]: Parameters<Aedes['subscribe']>): void {
    if (topic.startsWith('$SYS/')) super.subscribe(topic, hear, done);
    else done();
  }

  override unsubscribe(...[topic, hear, done]: Parameters<Aedes['unsubscribe']>): void {
    if (topic.startsWith('$SYS/')) super.unsubscribe(topic, hear, done);
    else (done as (() => void) | undefined)?.();
  }

  /** To the other gateways, if there are any. */
  announce(message: Announcement): void {
    this.#hub.emit({ ...message, topic: REPORTS, from: this.id }, () => undefined);
  }

  onAnnouncement(hear: (message: Announcement) => void): void {
    this.#hub.on(REPORTS, (message, done) => {
      if (message.from !== this.id) hear(message);
      done();
    });
  }

  get #hub(): Hub {
    return (this as unknown as { mq: Hub }).mq;
  }

  /** Only the broker's own messages to other brokers: clients' messages have been taken by then. */
  override publish(packet: PublishPacket, ...rest: [done: Done] | [client: Client | null, done: Done]): void {
    const done = rest[1] ?? (rest[0] as Done);
    const isOwn = packet.topic.startsWith('$SYS/');
    if (isOwn && !packet.topic.endsWith('/clients')) super.publish(packet, done);
    else done();
    // Nobody listens to '/disconnect/clients'.
    if (isOwn && this.#areShared && packet.topic.endsWith('/new/clients'))
      this.#takeOver(bytesOf(packet.payload).toString());
  }

  /** Closes the connections of clients that have connected to another gateway. [MQTT-3.1.4-2] */
  #closeTaken(): void {
    const { clients } = this as unknown as {
      clients: Record<string, (Client & { closed: boolean }) | undefined>;
    };
    this.#hub.on(TAKEOVERS, ({ clientIds, from }, done) => {
      for (const id of from === this.id ? [] : clientIds)
        if (clients[id]?.closed === false) clients[id].close();
      done();
    });
  }

  /** A client's message, or the will of one that disconnected. */
  #take(client: Client | null, packet: PublishPacket, done: Done): void {
    if (client === null) {
      done(); // the will of a client of a gateway that is gone; nobody else needs it
      return;
    }
    const connection = connectionOf(client);
    const use = connection.useOf(packet.topic);
    if (use === undefined || connection.revoked) {
      done(new PolicyViolation('topic of others'));
      return;
    }
    connection.take({
      topic: packet.topic,
      kind: use.kind,
      payload: bytesOf(packet.payload),
      settle: (error) => {
        packet.payload = NOTHING; // stored: only its id is kept until PUBREL
        done(error);
      },
    });
  }
}

export function connectionOf(client: Client): Connection {
  const connection = connections.get(client.conn);
  if (connection === undefined) throw new Error('A client without a connection of ours');
  return connection;
}

/** The cause of an error: an error of the broker that the client has caused is a violation. */
export function causeOf(error: Error | null): Error | null {
  const known = BROUGHT_ABOUT.find(([text]) => text.test(error?.message ?? ''));
  return known ? new PolicyViolation(known[1]) : error;
}

function shortened(clientId: string): string {
  return clientId.length <= KEPT_LENGTH
    ? clientId
    : createHash('sha256').update(clientId).digest('base64url');
}

function bytesOf(payload: string | Buffer): Buffer {
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}
