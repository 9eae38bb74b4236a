import { createHash, randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';
import { ownCopy } from '../memory/compact.ts';
import { PolicyViolation } from '../transport/packet-rules.ts';
import type { Connection } from './connection.ts';
import { LastingSessions } from './lasting-sessions.ts';

const CONNECT_WITHIN_MS = 5_000;
const DRAIN_WITHIN_MS = 8_000;
/** QoS 2 messages of one client between PUBREC and PUBREL. */
const MAX_HALF_DELIVERED = 200;
const NOTHING = Buffer.alloc(0);
/** As long as a client id can be; MQTT 3.1's 23 characters are no concern of ours. */
const ANY_LENGTH = 100_000;
/** A client id is kept for as long as its session; of a longer one only its hash is. */
const KEPT_LENGTH = 128;

/** Of the broker's errors those that the client brings about; it has no other name for them than their text. */
const BROUGHT_ABOUT: readonly (readonly [text: RegExp, reason: string])[] = [
  [/^maxInflightInbound exceeded/, 'too many QoS 2 messages without PUBREL'],
  [/^connect did not arrive in time$/, 'no CONNECT in time'],
  [/^drain timeout$/, 'answers not read'],
];

const logger = new Logger('mqtt');

type Done = (error?: Error) => void;

const REPORTS = '$SYS/furrow/reports';

/** What another gateway has to tell a device, some of whose connections may be here. */
export interface Announcement {
  readonly deviceId: string;
  readonly messages: readonly string[];
}

interface Hub {
  emit(message: Announcement & { topic: string; from: string }, done: () => void): void;
  on(topic: string, hear: (message: Announcement & { from: string }, done: () => void) => void): void;
}

/** The connection that a client's byte stream belongs to. */
const connections = new WeakMap<object, Connection>();

/**
 * The protocol of MQTT: sessions, acknowledgements, subscriptions, wills. What devices publish is not passed on to
 * anybody: a reading goes into the database before it is acknowledged, and there its way ends.
 */
export class DeviceBroker extends Aedes {
  static async start(options: Pick<AedesOptions, 'mq' | 'persistence'>): Promise<DeviceBroker> {
    const broker: DeviceBroker = new DeviceBroker({
      ...options,
      connectTimeout: CONNECT_WITHIN_MS,
      drainTimeout: DRAIN_WITHIN_MS,
      maxInflightInbound: MAX_HALF_DELIVERED,
      maxClientsIdLength: ANY_LENGTH,
      preConnect: (client, packet, done) => {
        const { device } = connectionOf(client);
        // Ids of two devices never meet: a device id holds no slash.
        packet.clientId = `${device.deviceId}/${packet.clientId === '' ? randomUUID() : shortened(packet.clientId)}`;
        // Nobody asks for them: the token of the upgrade is the credential.
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
        done(null, mine ? subscription : null); // null is answered as 0x80
      },
      authorizeForward: () => null, // what devices hear is written to them by whoever has something to say
    });
    await broker.listen();
    const sessions = new LastingSessions(broker, {
      holds: (client, filter) => connectionOf(client).holds(filter),
      areShared: options.persistence !== undefined,
    });
    broker.on('connackSent', ({ returnCode, sessionPresent }, client) => {
      if (returnCode !== 0) return;
      const connection = connectionOf(client);
      const session = sessions.begin(connection.device.deviceId, client, sessionPresent);
      connection.session = session;
      // Counted from one connection to the next, as they are kept; the broker begins anew.
      if (session) Object.assign(client, { _inboundInflight: session.halfDelivered });
    });
    broker.on('clientReady', (client) => connectionOf(client).stream.admit());
    (broker as EventEmitter).on('error', (error: unknown) =>
      logger.error({ err: error }, 'the broker failed at something'),
    );
    broker.on('unsubscribe', (filters, client) => connectionOf(client).release(filters));
    // Told of by whoever ended the connection; without a listener it would end the process.
    for (const event of ['clientError', 'connectionError'] as const) broker.on(event, () => undefined);
    return broker;
  }

  serve(connection: Connection): void {
    connections.set(connection.stream, connection);
    connection.client = this.handle(connection.stream);
  }

  /** Nothing of what devices may hear comes through the broker's own hub; only brokers talk there. */
  override subscribe(...[topic, hear, done]: Parameters<Aedes['subscribe']>): void {
    if (topic.startsWith('$SYS/')) super.subscribe(topic, hear, done);
    else done();
  }

  override unsubscribe(...[topic, hear, done]: Parameters<Aedes['unsubscribe']>): void {
    if (topic.startsWith('$SYS/')) super.unsubscribe(topic, hear, done);
    else (done as (() => void) | undefined)?.();
  }

  /** To the other gateways, where there are any. */
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

  /** The broker's own messages to other brokers alone: what clients publish was taken in by then. */
  override publish(packet: PublishPacket, ...rest: [done: Done] | [client: Client | null, done: Done]): void {
    const done = rest[1] ?? (rest[0] as Done);
    if (packet.topic.startsWith('$SYS/')) super.publish(packet, done);
    else done();
  }

  /** A client's message, or the will of one that went away. */
  #take(client: Client | null, packet: PublishPacket, done: Done): void {
    if (client === null) {
      done(); // a will at a gateway that is no more; what it says is for nobody else
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
        packet.payload = NOTHING; // stored: what is kept of it until PUBREL is its id
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

/** What an error comes from: one of the broker's that the client brought about is a violation. */
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
