import type { Config } from '@furrow/config';
import type { Check } from '../finding.ts';
import { withoutPassword } from '../without-password.ts';

const TIMEOUT_MS = 5_000;

export const redis: Check<Config> = {
  subject: 'Redis',
  async examine({ iot: { redisUrl } }, findings) {
    if (redisUrl === undefined) {
      findings.fine('None is configured: processes share neither persistent MQTT sessions nor rate limits.');
      return;
    }
    const { Redis } = await import('ioredis');
    const client = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: TIMEOUT_MS,
      commandTimeout: TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    let reason: string | undefined;
    client.on('error', (error: Error) => (reason ??= error.message)); // the request fails too, with a less specific message
    try {
      await client.connect();
      await client.ping();
      findings.fine(`${withoutPassword(redisUrl)} answers.`);
    } catch (error) {
      findings.wrong(
        `${withoutPassword(redisUrl)} does not answer: ${reason ?? (error as Error).message}.`,
        'Start it, or check REDIS_URL; devices with persistent sessions wait for it.',
      );
    } finally {
      client.disconnect();
    }
  },
};
