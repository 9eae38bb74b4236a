import type { Variables } from './variables.ts';

/**
 * Where spans are exported. OpenTelemetry's exporters read their other settings (headers, certificates, timeouts)
 * themselves.
 */
export interface TracingConfig {
  readonly exporter: 'otlp' | 'console';
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Unset: the name of the program. */
  readonly serviceName: string | undefined;
  readonly sampler: (typeof SAMPLERS)[number];
  /** The share of traces that the sampler keeps, 0 to 1. */
  readonly ratio: number;
  /** How long spans are collected before they are sent together. */
  readonly delayMs: number;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Undefined: tracing is off. */
export function tracingOf(read: Variables): TracingConfig | undefined {
  const isDisabled = read.flag('OTEL_SDK_DISABLED', false);
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map((name) =>
    read.url(name, ['http:', 'https:']),
  );
  const isWanted = endpoints.some((endpoint) => endpoint !== undefined);
  const exporter = read.oneOf(
    'OTEL_TRACES_EXPORTER',
    ['otlp', 'console', 'none'],
    isWanted ? 'otlp' : 'none',
  );
  const tracing = {
    protocol: read.oneOf(
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      ['http/protobuf', 'http/json'] as const,
      'http/protobuf',
    ),
    serviceName: read.text('OTEL_SERVICE_NAME'),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio: read.fraction('OTEL_TRACES_SAMPLER_ARG', 1),
    delayMs: read.integer('OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 60_000),
  };
  return isDisabled || exporter === 'none' ? undefined : { exporter, ...tracing };
}
