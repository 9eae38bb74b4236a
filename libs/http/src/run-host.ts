import { type Config, InvalidConfig, loadConfig, startTracing } from '@furrow/platform';

/** Where a host listens, for whoever has started it. */
export interface Listening {
  readonly port: number;
  readonly url: string;
}

/**
 * The process of a host. Whatever keeps it from starting is told, and ends it.
 * @param name in traces
 * @param open makes the host and lets it listen
 */
export async function runHost(name: string, open: (config: Config) => Promise<Listening>): Promise<void> {
  try {
    const config = loadConfig();
    await startTracing(config.tracing, name);
    const listening = await open(config);
    // Under a supervisor: tell it where we listen, and do not outlive it.
    process.send?.({ ready: true, ...listening });
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof InvalidConfig) console.error(error.message);
    else {
      console.error(error);
      process.exit(); // whatever was opened by then
    }
  }
}
