import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { TracingConfig } from '@furrow/config';

const tracer = trace.getTracer('furrow');
let stopExport: (() => Promise<void>) | undefined;

/** Starts making and exporting spans. Without tracing configured nothing is loaded, and a span costs nothing. */
export async function startTracing(config: TracingConfig | undefined, program: string): Promise<void> {
  if (config === undefined || stopExport !== undefined) return;
  const { exportSpans } = await import('./span-export.ts');
  stopExport = exportSpans(config, program);
}

/** Exports what is left; gives up if the collector does not take it. */
export async function stopTracing(): Promise<void> {
  await stopExport?.().catch(() => undefined);
}

/** Runs `work` in a span that begins a new trace, for work that several requests share. */
export function inRootSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const options = { root: true, kind: SpanKind.CONSUMER, attributes };
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The ids of the current trace, for log lines. */
export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getSpanContext(context.active());
  return span && { trace_id: span.traceId, span_id: span.spanId };
}
