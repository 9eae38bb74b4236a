// For third-party conformance suites: loaded before the built gateway (node --import), it treats every topic as the
// device's own weather topic. Messages therefore take the path of readings in production: past the broker into the
// device's queue, and as a reading into PostgreSQL, whose commit precedes the acknowledgement and the delivery.
import { Buffer } from 'node:buffer';
import { topicsOf } from '@furrow/telemetry';
import { Connection } from '../../dist/mqtt/connection.js';
import { FastPath, PublishedMessage } from '../../dist/transport/fast-path.js';
import { onBroker } from './hub.mjs';

const FIRST_READING = Date.UTC(2026, 0, 1);
const RETAIN = 1;
const hasRetain = new WeakSet();
let readings = 0;

Connection.prototype.useOf = () => ({ kind: 'weather' });
Connection.prototype.take = function (message) {
  const { payload } = message;
  const kept = message instanceof PublishedMessage ? Buffer.from(payload) : undefined;
  this.queue.submit({
    topic: topicsOf(this.device.deviceId).telemetry.weather,
    kind: 'weather',
    payload: Buffer.from(JSON.stringify({ ts: FIRST_READING + readings++, te: 20 })),
    settle: (error) => {
      // Passes on the messages that bypass the broker, which delivers the others itself.
      if (!error && kept) passOn(this.client, message, kept);
      message.settle(error);
    },
  });
};

/** In production the retain flag of readings is ignored, so it is not parsed. */
const read = FastPath.prototype.read;
FastPath.prototype.read = function (bytes, packet) {
  const message = read.call(this, bytes, packet);
  if (message && (bytes[packet.start] & RETAIN) !== 0) hasRetain.add(message);
  return message;
};

function passOn(client, message, payload) {
  const { topic, packetId } = message;
  const qos = packetId === 0 ? 0 : 1;
  client.broker.publish(
    { cmd: 'publish', topic, payload, qos, retain: hasRetain.has(message), dup: false },
    client,
    () => undefined,
  );
}

onBroker((broker) => {
  const authorizePublish = broker.authorizePublish;
  // In production a stored message needs no further handling.
  broker.authorizePublish = (client, packet, done) => {
    const { payload } = packet;
    authorizePublish(client, packet, (error) => {
      packet.payload = payload;
      done(error);
    });
  };
});
