/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { ALL_WEBHOOKS } from './adapters/typeorm/typeorm-webhook-repository.ts';
