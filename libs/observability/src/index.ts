export { Metrics } from './metrics.ts';
export { inRootSpan, startTracing, stopTracing } from './tracing.ts';
