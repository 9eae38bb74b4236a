import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { LoggerModule, PinoLogger } from 'nestjs-pino';
import { pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '../config/config.ts';
import { boundedLine } from './bounded-line.ts';
import { withoutSecrets } from './secrets.ts';
import { currentTrace } from './tracing.ts';

/** The paths that the service knows are shorter; strangers' have up to 16 kB. */
const MAX_PATH = 500;

/** Members that every line tells which is written while somebody is served. */
const served = new AsyncLocalStorage<() => object>();

/**
 * Every line that `work` writes tells these members as well. They are asked for with each line, and so cost a request
 * that writes none nothing; a logger of its own for each request cost a sixth of a small one.
 */
export function loggedWith<T>(members: () => object, work: () => T): T {
  return served.run(members, work);
}

/**
 * JSON lines in production, readable ones elsewhere. Successes are told at debug level: metrics count them, and
 * a log that says something only when there is something to say gets read.
 */
export function loggerModule(config: Config) {
  return LoggerModule.forRoot({
    // The hosts log their requests themselves, see `requestLog`.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      ...(config.production
        ? { formatters: { level: (label: string) => ({ level: label }) }, timestamp: isoTime }
        : // Here and not in a thread of its own, which would cost every start, and lose the last lines of a crash.
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
      // The last word, for what nobody thought of: a message, a stack, an answer of another server.
      hooks: { streamWrite: (line: string) => boundedLine(withoutSecrets(line)) },
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          // Cut after the secrets are out: half a password would not be known for one.
          url: withoutSecrets(request.url.split('?', 1)[0] ?? '').slice(0, MAX_PATH),
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  });
}

const WRITTEN_WITHIN_MS = 1_000;

/**
 * Ends the log of a process that is about to die by a signal, once every line of it is written: in production another
 * thread writes, and a signal would not wait for it.
 */
export async function endLog(): Promise<void> {
  const { root } = PinoLogger as { root?: pino.Logger };
  const stream = (root as { [pino.symbols.streamSym]?: Writable & { fd?: number } } | undefined)?.[
    pino.symbols.streamSym
  ];
  if (stream?.fd === undefined) return; // written where it is told
  const closed = once(stream, 'close', { signal: AbortSignal.timeout(WRITTEN_WITHIN_MS) });
  stream.end();
  await closed.catch(() => undefined); // nobody reads it any more
}

const isoTime = () => `,"time":"${new Date().toISOString()}"`;
