import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type Sampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '@furrow/config';

/**
 * Loaded only if tracing is configured, because it loads all of OpenTelemetry.
 * @returns a function that exports the rest and stops
 */
export function exportSpans(config: TracingConfig, program: string): () => Promise<void> {
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    // OTEL_RESOURCE_ATTRIBUTES overrides the program's name, and OTEL_SERVICE_NAME overrides both.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': program }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes(config.serviceName ? { 'service.name': config.serviceName } : {})),
    spanProcessors: [processorOf(config)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

function processorOf({ exporter, protocol, delayMs }: TracingConfig) {
  if (exporter === 'console') return new SimpleSpanProcessor({ exporter: new ConsoleSpanExporter() });
  return new BatchSpanProcessor({
    scheduledDelayMillis: delayMs,
    exporter: protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter(),
  });
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return sampler === name ? root : new ParentBasedSampler({ root });
}
