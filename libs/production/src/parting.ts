/** The parts of a shared record, for programs that count without a connection: it needs no other library, so that a browser loads little. */
export { MAX_SHARES, MIN_SHARES, partedWhole } from './domain/records/parting.ts';
