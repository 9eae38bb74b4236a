// For third-party conformance suites: loaded before the built gateway (node --import), it permits every topic. Messages
// pass through the broker; own-topics.mjs covers the path that readings take in production. Everything else is as in
// production: the upgrade, the stream and its packet rules, the sessions, the queues.
import { Buffer } from 'node:buffer';
import { connectionOf } from '../../dist/mqtt/broker.js';
import { onBroker } from './hub.mjs';

const NOTHING = Buffer.alloc(0);

onBroker((broker) => {
  broker.authorizePublish = (client, { topic }, settle) => {
    if (client === null) settle();
    else connectionOf(client).queue.submit({ topic, kind: undefined, payload: NOTHING, settle });
  };
});
