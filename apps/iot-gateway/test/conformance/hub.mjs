// Test suites of others use topics as they like, and want every message to reach whoever has subscribed to it, which
// in service is nobody. What both hooks have in common: the broker passes on what it is given, to anybody.
import { Buffer } from 'node:buffer';
import { parser } from 'mqtt-packet';
import { Connection } from '../../dist/mqtt/connection.js';
import { DeviceBroker } from '../../dist/mqtt/broker.js';
import { ProtocolViolation, PUBACK, PUBCOMP, PUBREC } from '../../dist/transport/packet-rules.js';
import { PacketStream } from '../../dist/transport/packet-stream.js';

/** One must be refused, for the suites look at how. */
const NOBODYS = 'test/nosubscribe';

for (const hub of ['subscribe', 'unsubscribe', 'publish']) delete DeviceBroker.prototype[hub];

Connection.prototype.maySubscribe = (filter) => filter !== NOBODYS;
Connection.prototype.onConnect = function ({ keepalive }) {
  this.keepaliveMs = keepalive * 1_500;
  this.onConnected?.();
};

/** Of each stream the packet ids that are to be acknowledged, and how. */
const awaited = new WeakMap();

/** Notes what the broker sends that wants to be acknowledged; in service it sends no such thing. */
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

/** As in service one of another kind ends the connection; here there are three kinds. */
Connection.prototype.onAcknowledgement = function (type, id) {
  const { acknowledgements } = watched(this.stream);
  const wanted = acknowledgements.get(id);
  const isRepeat = type === PUBREC && wanted === PUBCOMP;
  if (wanted !== undefined && wanted !== type && !isRepeat)
    throw new ProtocolViolation('acknowledgement of another kind');
  if (type !== PUBREC) acknowledgements.delete(id);
  this.client._parser.parse(Buffer.from([type << 4, 2, id >> 8, id & 0xff]));
};

/** @param adapt gets each broker that starts */
export function onBroker(adapt) {
  const start = DeviceBroker.start;
  DeviceBroker.start = async (...args) => {
    const broker = await start.apply(DeviceBroker, args);
    broker.authorizeForward = (_client, packet) => packet;
    delete broker.persistence.addSubscriptions; // it remembers a device's own topics alone
    // Any packet id but 0 will do; Mosquitto's suite expects the first.
    broker.on('clientReady', (client) => client.clean && (client._nextId = 1));
    adapt(broker);
    return broker;
  };
}
