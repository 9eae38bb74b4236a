import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const INDEX = 'index.html';
/** The build puts files with a hash in their name here. */
const HASHED = 'assets/';
const COMPRESSIBLE = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.map',
  '.wasm',
]);
/** Nearly the best compression, in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A file of a browser app in memory, compressed once, off the event loop, on the first request. */
export class BundleFile {
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    /** Relative to the folder, with slashes. */
    readonly path: string,
    private readonly bytes: Buffer,
  ) {
    this.etag = hash('sha256', bytes, 'base64url').slice(0, 22);
  }

  /** Whether its name contains a hash of its content, so that it never changes. */
  get immutable(): boolean {
    return this.path.startsWith(HASHED);
  }

  get compressible(): boolean {
    return COMPRESSIBLE.has(extname(this.path));
  }

  as(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known !== undefined) return known;
    const made = this.#encode(encoding);
    this.#encoded.set(encoding, made);
    return made;
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return promisify(brotliCompress)(this.bytes, BROTLI);
    if (encoding === 'gzip') return promisify(gzip)(this.bytes, { level: 9 });
    return this.bytes;
  }
}

type Files = ReadonlyMap<string, BundleFile>;

/** A built browser app, read on the first request and again after it was rebuilt. */
export class Bundle {
  #read: { readonly builtAt: number; readonly files: Promise<Files> } | undefined;

  constructor(private readonly folder: string | undefined) {}

  /** @param path within the app, from the request @returns undefined if there is no such file */
  async file(path: string): Promise<BundleFile | undefined> {
    return (await this.#files())?.get(path);
  }

  /** The page of every address of the app; undefined if it was not built. */
  index(): Promise<BundleFile | undefined> {
    return this.file(INDEX);
  }

  async #files(): Promise<Files | undefined> {
    if (this.folder === undefined) return undefined;
    const { folder } = this;
    const built = await stat(join(folder, INDEX)).catch(() => undefined);
    if (built === undefined) return (this.#read = undefined);
    if (this.#read?.builtAt !== built.mtimeMs)
      this.#read = {
        builtAt: built.mtimeMs,
        files: readAll(folder).catch((error: unknown) => {
          this.#read = undefined;
          throw error;
        }),
      };
    return this.#read.files;
  }
}

async function readAll(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const absolute = join(entry.parentPath, entry.name);
      const path = absolute.slice(folder.length + 1).replaceAll(sep, '/');
      return new BundleFile(path, await readFile(absolute));
    });
  return new Map((await Promise.all(files)).map((file) => [file.path, file]));
}

/**
 * The build of a browser app: beside the API in the sources, below it in an image; undefined if it is in neither place.
 */
export function folderOf(app: string, from: string = import.meta.dirname): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const built = join(folder, app, 'dist');
    // In the sources it may be built later.
    if (existsSync(join(built, INDEX)) || existsSync(join(folder, app, 'package.json'))) return built;
    if (dirname(folder) === folder) return undefined;
  }
}
