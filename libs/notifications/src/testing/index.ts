export { answering, Receiver, type Received } from './receiver.ts';
export { InMemoryNotifications } from './in-memory-notifications.ts';
