export { answering, Receiver, type Received } from './receiver.ts';
