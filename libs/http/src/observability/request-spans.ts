import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';

const tracer = trace.getTracer('furrow');
/** Polled every few seconds by monitoring. */
const NOT_TRACED = /^\/(?:health|metrics)\b/;

/** A span for each request, in the caller's trace if it sends a `traceparent`; named by its route, never its path. */
export function requestSpans(request: Request, response: Response, next: NextFunction): void {
  if (NOT_TRACED.test(request.path)) {
    next();
    return;
  }
  const { method } = request;
  const parent = propagation.extract(context.active(), request.headers);
  const span = tracer.startSpan(
    method,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'furrow.request_id': String((request as { id?: unknown }).id),
      },
    },
    parent,
  );
  response.once('close', () => {
    const { path } = (request.route ?? {}) as { path?: string };
    if (path !== undefined) {
      span.updateName(`${method} ${path}`);
      span.setAttribute('http.route', path);
    }
    span.setAttribute('http.response.status_code', response.statusCode);
    const isWhole = response.writableFinished;
    if (response.statusCode >= 500 || !isWhole)
      span.setStatus({ code: SpanStatusCode.ERROR, ...(!isWhole && { message: 'the answer broke off' }) });
    span.end();
  });
  context.with(trace.setSpan(parent, span), next);
}
