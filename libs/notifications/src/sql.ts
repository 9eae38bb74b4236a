/** The statements themselves, for whoever measures them: `tools/bench` runs them directly on PostgreSQL. */
export { ALL_WEBHOOKS } from './adapters/typeorm/typeorm-webhook-repository.ts';
