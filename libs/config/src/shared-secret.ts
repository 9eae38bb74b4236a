import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * A secret that all processes share: the configured one, else, on a developer's machine, one in FURROW_HOME that is
 * made when it is first needed, readable only by its user.
 */
export class SharedSecret {
  readonly #path: string;
  #loading: Promise<string> | undefined;

  constructor(
    home: string,
    name: string,
    private readonly configured: string | undefined,
  ) {
    this.#path = join(home, 'keys', name);
  }

  async text(): Promise<string> {
    if (this.configured !== undefined) return this.configured;
    this.#loading ??= loadOrMake(this.#path);
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}

async function loadOrMake(path: string): Promise<string> {
  return (await readIfThere(path)) ?? (await make(path));
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Each process writes a complete file of its own, one of them wins the name, and all read that one. */
async function make(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
