/** SQLSTATE of a database that somebody is still connected to. */
const OBJECT_IN_USE = '55006';
const ATTEMPTS = 12;

/**
 * Ends all connections to a database and drops it. PostgreSQL waits five seconds for them to end; the processes of a
 * busy machine need longer.
 *
 * @param {import('pg').Client} client of another database on the server
 * @param {string} name
 */
export async function dropDatabase(client, name) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code !== OBJECT_IN_USE || attempt === ATTEMPTS)
        throw error;
    }
  }
}
