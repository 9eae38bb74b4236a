import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { LoggerModule, PinoLogger } from 'nestjs-pino';
import { pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '@furrow/config';
import { boundedLine } from './bounded-line.ts';
import { withoutSecrets } from './secrets.ts';
import { currentTrace } from './tracing.ts';

/** The service's own paths are shorter; arbitrary ones may have up to 16 kB. */
const MAX_PATH = 500;

/** Members of every line that is logged while a request is served. */
const served = new AsyncLocalStorage<() => object>();

/**
 * Adds these members to every line that `work` logs. They are computed for each line, so a request that logs nothing
 * pays nothing; a separate logger for each request took a sixth of a small request's time.
 */
export function loggedWith<T>(members: () => object, work: () => T): T {
  return served.run(members, work);
}

/**
 * JSON lines in production, readable ones elsewhere. Successes are logged at debug level, because metrics count them
 * and a quiet log gets read.
 */
export function loggerModule(config: Config) {
  return LoggerModule.forRoot({
    // The hosts log their requests themselves, see `requestLog`.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      ...(config.production
        ? { formatters: { level: (label: string) => ({ level: label }) }, timestamp: isoTime }
        : // Not in a thread of its own, which would slow down every start, and lose the last lines of a crash.
          { stream: pretty({ singleLine: true, ignore: 'pid,hostname', sync: true }) }),
      mixin: () => ({ ...served.getStore()?.(), ...(config.tracing && currentTrace()) }),
      redact: {
        paths: [
          ...['req.headers', 'res.headers', 'err.parameters', 'err.driverError.parameters'],
          ...['authorization', 'credential', 'deviceSecret', 'secret', 'token', 'password'].flatMap(
            (name) => [name, `*.${name}`],
          ),
        ],
        remove: true,
      },
      // The last filter, for unforeseen cases: a message, a stack, an answer of another server.
      hooks: { streamWrite: (line: string) => boundedLine(withoutSecrets(line)) },
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          // Shortened after secrets are removed: half of a password would not be recognized.
          url: withoutSecrets(request.url.split('?', 1)[0] ?? '').slice(0, MAX_PATH),
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  });
}

const WRITTEN_WITHIN_MS = 1_000;

/**
 * Flushes the log of a process that is about to end by a signal: in production another thread writes it, and the signal
 * would not wait for it.
 */
export async function endLog(): Promise<void> {
  const { root } = PinoLogger as { root?: pino.Logger };
  const stream = (root as { [pino.symbols.streamSym]?: Writable & { fd?: number } } | undefined)?.[
    pino.symbols.streamSym
  ];
  if (stream?.fd === undefined) return; // it is written synchronously
  const closed = once(stream, 'close', { signal: AbortSignal.timeout(WRITTEN_WITHIN_MS) });
  stream.end();
  await closed.catch(() => undefined); // its reader is gone
}

const isoTime = () => `,"time":"${new Date().toISOString()}"`;
