// For conformance suites of others, which use topics as they like: loaded before the built gateway (node --import), it
// lets every topic pass, and every message reach whoever has subscribed to it. All else is as in service: the upgrade,
// the stream and its packet rules, the sessions, the lanes.
import { Buffer } from 'node:buffer';
import { Connection } from '../../dist/mqtt/connection.js';
import { connectionOf, DeviceBroker } from '../../dist/mqtt/broker.js';

/** One must be refused, for the suites look at how. */
const NOBODYS = 'test/nosubscribe';
const NOTHING = Buffer.alloc(0);

for (const hub of ['subscribe', 'unsubscribe', 'publish']) delete DeviceBroker.prototype[hub];

Connection.prototype.maySubscribe = (filter) => filter !== NOBODYS;
Connection.prototype.onConnect = function ({ keepalive }) {
  this.keepaliveMs = keepalive * 1_500;
  this.onConnected?.();
  // In service the broker sends nothing that a device acknowledges.
  this.onPuback = (id) => this.client._parser.parse(Buffer.from([0x40, 2, id >> 8, id & 0xff]));
};

const start = DeviceBroker.start;
DeviceBroker.start = async (...args) => {
  const broker = await start.apply(DeviceBroker, args);
  broker.authorizeForward = (_client, packet) => packet;
  broker.authorizePublish = (client, { topic }, done) =>
    client === null
      ? done()
      : connectionOf(client).lane.submit({ topic, kind: undefined, payload: NOTHING }, done);
  delete broker.persistence.addSubscriptions; // it remembers a device's own topics alone
  return broker;
};
