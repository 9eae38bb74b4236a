import pg from 'pg';

/**
 * Works on a connection of its own, which is closed afterwards.
 *
 * @template Result
 * @param {string | pg.ClientConfig} options a URL by itself too
 * @param {(client: pg.Client) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withClient(options, work) {
  const client = new pg.Client(options);
  client.on('error', () => {}); // its server may be killed meanwhile; the pending statement fails
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
