// `npm run pack`: packs libraries as tarballs, for users of the client or of a single domain.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTEXTS, GROUND } from './contexts.mjs';
import { writeDeclarations } from './pack/declarations.mjs';
import { publishedManifest } from './pack/manifest.mjs';

const NAMES = [...Object.keys(GROUND), ...Object.keys(CONTEXTS), 'client'];

const HELP = `npm run pack [-- NAME ...] [--to FOLDER]   packs libraries as tarballs into FOLDER (default dist/packages)

  NAME is one of ${NAMES.join(', ')} (default: all).
  A context's domain needs its tarball and the kernel's; its README has an example. Its root entry also needs the
  libraries before the contexts in this list, the contexts below it, and NestJS and TypeORM, which are optional peers. The client needs nothing else.`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { names, folder } = requested();
const staging = mkdtempSync(join(tmpdir(), 'furrow-pack-'));
try {
  const derived = names.filter((name) => name !== 'client');
  // The client is published as it is, with its own types; npm would look for bundled packages in what it is installed with.
  if (derived.length < names.length)
    cpSync(join(root, 'libs/client'), join(staging, 'client'), {
      recursive: true,
      filter: (file) => basename(file) !== 'node_modules',
    });
  for (const name of derived) {
    const staged = join(staging, name);
    const built = join(root, 'libs', name, 'dist');
    cpSync(built, join(staged, 'dist'), {
      recursive: true,
      filter: (file) => !file.startsWith(join(built, 'testing') + sep) && !file.endsWith('.map'),
    });
    cpSync(join(root, 'libs', name, 'README.md'), join(staged, 'README.md'));
    writeFileSync(
      join(staged, 'package.json'),
      JSON.stringify(publishedManifest(join(root, 'libs', name)), null, 2),
    );
  }
  if (derived.length > 0) writeDeclarations(root, derived, staging);
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', ...names.map((name) => `./${name}`), '--pack-destination', folder], {
    cwd: staging,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** Parses the command line; exits with a message where it names nothing that can be packed. */
function requested() {
  try {
    const { values, positionals } = parseArgs({
      options: { to: { type: 'string', default: join(root, 'dist/packages') }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const unknown = positionals.find((name) => !NAMES.includes(name));
    if (unknown !== undefined)
      throw new Error(`There is no library "${unknown}"; NAME may be ${NAMES.join(', ')}.`);
    return {
      names: positionals.length > 0 ? positionals : NAMES,
      folder: resolve(process.env.INIT_CWD ?? root, values.to),
    };
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}
