// Test suites of others use topics as they like, and want every message to reach whoever has subscribed to it, which
// in service is nobody. What both hooks have in common: the broker passes on what it is given, to anybody.
import { Buffer } from 'node:buffer';
import { Connection } from '../../dist/mqtt/connection.js';
import { DeviceBroker } from '../../dist/mqtt/broker.js';

/** One must be refused, for the suites look at how. */
const NOBODYS = 'test/nosubscribe';

for (const hub of ['subscribe', 'unsubscribe', 'publish']) delete DeviceBroker.prototype[hub];

Connection.prototype.maySubscribe = (filter) => filter !== NOBODYS;
Connection.prototype.onConnect = function ({ keepalive }) {
  this.keepaliveMs = keepalive * 1_500;
  this.onConnected?.();
};

// In service the broker sends nothing that a device acknowledges.
Connection.prototype.onAcknowledgement = function (type, id) {
  this.client._parser.parse(Buffer.from([type << 4, 2, id >> 8, id & 0xff]));
};

/** @param adapt gets each broker that starts */
export function onBroker(adapt) {
  const start = DeviceBroker.start;
  DeviceBroker.start = async (...args) => {
    const broker = await start.apply(DeviceBroker, args);
    broker.authorizeForward = (_client, packet) => packet;
    delete broker.persistence.addSubscriptions; // it remembers a device's own topics alone
    adapt(broker);
    return broker;
  };
}
