import { type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ResilientClient } from './resilient-client.ts';

const MAX_SQL = 2_000;
const tracer = trace.getTracer('furrow');

type Callback = (error: Error | null, result: unknown) => void;

/**
 * A connection whose statements become spans of the current trace; background work has none. A span has the statement's
 * text without its values.
 */
export class TracedClient extends ResilientClient {
  // One signature for the dozen that the library declares.
  override query(...parameters: never[]): never {
    return this.#traced(parameters) as never;
  }

  #traced(parameters: unknown[]): unknown {
    const here = context.active();
    const run = super.query.bind(this) as unknown as (...parameters: unknown[]) => unknown;
    if (trace.getSpan(here) === undefined) return run(...parameters);
    const span = spanOf(parameters[0], here);
    const last = parameters.at(-1);
    if (typeof last === 'function') {
      const callback = context.bind(here, last as Callback);
      return run(...parameters.slice(0, -1), (error: Error | null, result: unknown) => {
        end(span, error);
        callback(error, result);
      });
    }
    const answer = run(...parameters);
    if (answer instanceof Promise)
      answer.then(
        () => end(span, null),
        (error: unknown) => end(span, error),
      );
    else end(span, null); // a cursor; its fetches are not traced
    return answer;
  }
}

function spanOf(statement: unknown, parent: Context): Span {
  const { text = '', name } =
    typeof statement === 'string'
      ? { text: statement }
      : (statement as { readonly text?: string; readonly name?: string });
  const sql = text.trim();
  const operation = /^\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL';
  return tracer.startSpan(
    name ?? operation,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': sql.slice(0, MAX_SQL),
      },
    },
    parent,
  );
}

function end(span: Span, error: unknown): void {
  if (error !== null && error !== undefined) {
    const { code, message } = error as { code?: string; message?: string };
    span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
    if (code !== undefined) span.setAttribute('db.response.status_code', code);
  }
  span.end();
}
