import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** FURROW_HOME: the folder where a running installation keeps its own files. */
export class Home {
  /** @param {string} dir */
  constructor(dir) {
    this.dir = dir;
  }

  /**
   * @param {string} root what a relative FURROW_HOME is relative to
   * @param {string | undefined} given
   */
  static open(root, given) {
    const dir = resolve(root, given || '.furrow');
    try {
      mkdirSync(dir, { recursive: true });
      return new Home(realpathSync(dir));
    } catch (error) {
      throw new Error(`FURROW_HOME (${dir}) cannot be used: ${/** @type {Error} */ (error).message}.`, {
        cause: error,
      });
    }
  }

  /** @param {string} name */
  path(name) {
    return join(this.dir, name);
  }

  /**
   * @param {string} name
   * @returns {any} undefined if the file is missing or is not JSON
   */
  read(name) {
    try {
      return JSON.parse(readFileSync(this.path(name), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /**
   * Replaces a file atomically: a reader sees the old one or the new one.
   *
   * @param {string} name
   * @param {unknown} content
   * @param {number} [mode]
   */
  write(name, content, mode = 0o600) {
    const aside = this.path(`.${name}.${process.pid}`);
    writeFileSync(aside, `${JSON.stringify(content, null, 2)}\n`, { mode });
    renameSync(aside, this.path(name));
  }

  /** @param {string} name */
  remove(name) {
    rmSync(this.path(name), { force: true });
  }
}
