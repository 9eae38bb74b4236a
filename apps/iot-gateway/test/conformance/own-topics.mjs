// For conformance suites of others: loaded before the built gateway (node --import), it takes every topic for the
// device's own of weather. So messages take the way of readings in service: past the broker into the device's queue, and as a
// reading into PostgreSQL, whose commit is waited for before one is acknowledged, and passed on.
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
      // What came past the broker it has to be told of; the rest it passes on by itself.
      if (!error && kept) passOn(this.client, message, kept);
      message.settle(error);
    },
  });
};

/** Nobody in service minds whether a reading is to be retained, so it is not read. */
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
  // In service nothing more is needed of a message that is stored.
  broker.authorizePublish = (client, packet, done) => {
    const { payload } = packet;
    authorizePublish(client, packet, (error) => {
      packet.payload = payload;
      done(error);
    });
  };
});
