import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keyFile } from './key-file.ts';

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
    this.#loading ??= secretIn(this.#path);
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}

async function secretIn(path: string): Promise<string> {
  return (await keyFile(path, async () => `${randomBytes(32).toString('hex')}\n`)).trim();
}
