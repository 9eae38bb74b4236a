// For conformance suites of others: loaded before the built gateway (node --import), it lets every topic pass. Messages
// take the way of those that the broker handles; readings in service take another, for which there is own-topics.mjs.
// All else is as in service: the upgrade, the stream and its packet rules, the sessions, the queues.
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
