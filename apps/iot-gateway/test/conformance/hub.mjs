// Shared by both hooks: makes the broker deliver every message to every subscriber. Third-party test suites use
// arbitrary topics and expect that; in production no device receives another's messages.
import { Buffer } from 'node:buffer';
import { parser } from 'mqtt-packet';
import { Connection } from '../../dist/mqtt/connection.js';
import { DeviceBroker } from '../../dist/mqtt/broker.js';
import { ProtocolViolation, PUBACK, PUBCOMP, PUBREC } from '../../dist/transport/packet-rules.js';
import { PacketStream } from '../../dist/transport/packet-stream.js';

/** One topic must be refused, because the suites check how. */
const NOBODYS = 'test/nosubscribe';

for (const hub of ['subscribe', 'unsubscribe', 'publish']) delete DeviceBroker.prototype[hub];

Connection.prototype.maySubscribe = (filter) => filter !== NOBODYS;
Connection.prototype.onConnect = function ({ keepalive }) {
  this.keepaliveMs = keepalive * 1_500;
  this.onConnected?.();
};

/** For each stream, the packet ids that await an acknowledgement, and its kind. */
const awaited = new WeakMap();

/** Notes the packets of the broker that await an acknowledgement; in production it sends none of these. */
function watched(stream) {
  const known = awaited.get(stream);
  if (known) return known;
  const acknowledgements = new Map();
  const reader = parser({ protocolVersion: 4 });
  reader.on('packet', ({ cmd, qos, messageId }) => {
    if (cmd === 'publish' && qos > 0) acknowledgements.set(messageId, qos === 1 ? PUBACK : PUBREC);
    else if (cmd === 'pubrel') acknowledgements.set(messageId, PUBCOMP);
  });
  const watching = { acknowledgements, read: (bytes) => reader.parse(bytes) };
  awaited.set(stream, watching);
  return watching;
}

const { _write, _writev } = PacketStream.prototype;
PacketStream.prototype._write = function (chunk, ...rest) {
  watched(this).read(chunk);
  _write.call(this, chunk, ...rest);
};
PacketStream.prototype._writev = function (chunks, done) {
  for (const { chunk } of chunks) watched(this).read(chunk);
  _writev.call(this, chunks, done);
};

/** In production an unexpected kind of acknowledgement ends the connection; here three kinds are expected. */
Connection.prototype.onAcknowledgement = function (type, id) {
  const { acknowledgements } = watched(this.stream);
  const wanted = acknowledgements.get(id);
  const isRepeat = type === PUBREC && wanted === PUBCOMP;
  if (wanted !== undefined && wanted !== type && !isRepeat)
    throw new ProtocolViolation('acknowledgement of another kind');
  if (type !== PUBREC) acknowledgements.delete(id);
  this.client._parser.parse(Buffer.from([type << 4, 2, id >> 8, id & 0xff]));
};

/** @param adapt called with each broker that starts */
export function onBroker(adapt) {
  const start = DeviceBroker.start;
  DeviceBroker.start = async (...args) => {
    const broker = await start.apply(DeviceBroker, args);
    broker.authorizeForward = (_client, packet) => packet;
    delete broker.persistence.addSubscriptions; // it stores a device's own topics only
    // Any packet id but 0 is valid; Mosquitto's suite expects 1 first.
    broker.on('clientReady', (client) => client.clean && (client._nextId = 1));
    adapt(broker);
    return broker;
  };
}
