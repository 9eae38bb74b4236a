import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { type Config, InvalidConfig, loadConfig } from '@furrow/config';
import { startTracing } from '@furrow/observability';
import { endLog } from '@furrow/observability/module';

/** The address of a host, for the process that started it. */
export interface Listening {
  readonly port: number;
  readonly url: string;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** A Nest application, whose shutdown hooks receive the signal. */
interface Closable {
  close(signal?: string): Promise<void>;
}

export interface Host {
  /** In traces and in the log. */
  readonly name: string;
  /** `import.meta.url` of its entry; the package.json above that folder has its version. */
  readonly entry: string;
  /** Creates the host and lets it listen. */
  readonly open: (config: Config) => Promise<{ readonly app: Closable; readonly listening: Listening }>;
}

/**
 * Runs the process of a host. If it cannot start, it logs why and exits; its log has one line each for where it listens
 * and how it ended.
 */
export async function runHost({ name, entry, open }: Host): Promise<void> {
  if (process.argv.includes('--version')) {
    console.log(versionOf(entry));
    return;
  }
  let config: Config | undefined;
  try {
    await supervisorSaysGo();
    config = loadConfig();
    await startTracing(config.tracing, name);
    const { app, listening } = await open(config);
    const version = versionOf(entry);
    const log = new Logger(name);
    log.log({ msg: `${name} ${version} listens at ${listening.url}.`, version, ...listening });
    stopOnSignal(app, (signal, tookMs) => {
      const upSeconds = Math.round(process.uptime());
      const msg = `${name} ${version} stopped cleanly within ${(tookMs / 1_000).toFixed(1)} s of ${signal}, after ${upSeconds} s.`;
      log.log({ msg, version, signal, tookMs: Math.round(tookMs), upSeconds });
    });
    // Under a supervisor: report the address, and exit with the supervisor.
    process.send?.({ ready: true, ...listening });
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof InvalidConfig) {
      console.error(error.message);
      return;
    }
    tellWhyNot(name, error, config);
    process.exit(); // together with whatever was opened
  }
}

/**
 * A supervisor that also starts the database starts its hosts at the same time: they load their modules while the
 * schema is migrated.
 */
async function supervisorSaysGo(): Promise<void> {
  if (process.env['FURROW_WAITS_FOR_GO'] === 'true' && process.send) await once(process, 'message');
}

function versionOf(entry: string): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Like Nest's own hooks: the first signal shuts everything down in order, and the process then dies of that signal. */
function stopOnSignal(app: Closable, stopped: (signal: string, tookMs: number) => void): void {
  let isStopping = false;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void endInOrder(app, signal, stopped);
    });
}

async function endInOrder(
  app: Closable,
  signal: (typeof SIGNALS)[number],
  stopped: (signal: string, tookMs: number) => void,
): Promise<void> {
  const since = performance.now();
  try {
    await app.close(signal);
  } catch (error) {
    Logger.error(error);
    process.exit(1);
  }
  stopped(signal, performance.now() - since);
  await endLog();
  for (const each of SIGNALS) process.removeAllListeners(each);
  process.kill(process.pid, signal);
}

/** One sentence for errors that the operator can mend; otherwise all details. In production a line of JSON. */
function tellWhyNot(name: string, error: unknown, config: Config | undefined): void {
  const sentence = sentenceOf(error, config?.api.host);
  if (sentence === undefined) {
    console.error(error);
    return;
  }
  const msg = `${name} cannot start: ${sentence}`;
  console.error(
    config?.production ? JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg }) : msg,
  );
}

function sentenceOf(error: unknown, host: string | undefined): string | undefined {
  const { code, port, address, hostname } = error as Readonly<Record<string, unknown>>;
  const where = `port ${String(port)} of ${String(address)}`;
  switch (code) {
    case 'EADDRINUSE':
      return `another program listens on ${where} already. Stop that one, or choose another port.`;
    case 'EACCES':
      return `this user may not listen on ${where}. Choose a port above 1023.`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${String(address)}. Set FURROW_HOST to one that it has.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      // Only a name to listen on: others, as that of the database, say themselves what they are.
      return hostname === host
        ? `the name ${String(host)} has no address. Set FURROW_HOST to an address of this machine.`
        : undefined;
    default:
      return undefined;
  }
}
