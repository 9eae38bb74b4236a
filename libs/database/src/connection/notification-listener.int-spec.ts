import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, superuserUrl, type TestDatabase, withClient } from '@furrow/testbed';
import { Database } from '../database.ts';
import { NotificationListener } from './notification-listener.ts';
import { servingTimeouts } from './timeouts.ts';

describe('a listener', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    test = await createTestDatabase();
    owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await test.drop();
  });

  /** Waits for `count` notifications. */
  async function notified(notices: () => number, count: number): Promise<void> {
    while (notices() < count) await delay(10);
  }

  it('reports every notification on its channel, and once when it starts', async () => {
    const database = await Database.connect(test.url, { poolSize: 1, rows: [] });
    const notices: string[] = [];
    const listening = await database.listen('test_channel', (notice) => notices.push(notice));
    expect(notices).toEqual(['']);
    await owner.query("NOTIFY test_channel, 'news'; NOTIFY other_channel");
    await notified(() => notices.length, 2);
    await listening.stop();
    await owner.query('NOTIFY test_channel');
    await delay(50);
    expect(notices).toEqual(['', 'news']);
    await database.close();
  });

  it('reconnects after its connection broke, and reports that, because it may have missed something', async () => {
    let notices = 0;
    const listener = await NotificationListener.start({
      ...{ url: test.url, timeouts: servingTimeouts(), channel: 'test_channel' },
      onNotice: () => notices++,
    });
    const { rowCount } = await withClient(superuserUrl(), (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'furrow listener' AND datname = $1`,
        [new URL(test.url).pathname.slice(1)],
      ),
    );
    expect(rowCount).toBe(1);
    await notified(() => notices, 2);
    await owner.query('NOTIFY test_channel');
    await notified(() => notices, 3);
    await listener.stop();
  });

  it('refuses a channel that is more than a name', async () => {
    const listening = { url: test.url, timeouts: servingTimeouts(), channel: 'a; DROP TABLE b' };
    await expect(NotificationListener.start({ ...listening, onNotice: () => undefined })).rejects.toThrow(
      TypeError,
    );
  });
});
