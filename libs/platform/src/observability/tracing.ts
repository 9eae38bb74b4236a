import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { TracingConfig } from '../config/tracing.ts';

const tracer = trace.getTracer('furrow');
let stopExport: (() => Promise<void>) | undefined;

/** From here on spans are made and sent. Without tracing configured nothing is loaded, and a span costs nothing. */
export async function startTracing(config: TracingConfig | undefined, program: string): Promise<void> {
  if (config === undefined || stopExport !== undefined) return;
  const { exportSpans } = await import('./span-export.ts');
  stopExport = exportSpans(config, program);
}

/** Sends what is left. Where nobody takes it, it is given up. */
export async function stopTracing(): Promise<void> {
  await stopExport?.().catch(() => undefined);
}

/** Runs `work` in a span that begins a trace of its own: one piece of work for many who asked. */
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

/** The trace that is being worked on, as logs name it. */
export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getSpanContext(context.active());
  return span && { trace_id: span.traceId, span_id: span.spanId };
}
