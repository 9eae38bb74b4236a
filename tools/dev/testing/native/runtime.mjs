import './module-hooks.mjs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { useGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
/** The key under which jest-circus keeps the event handlers of a test file. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
let files = 0;

/**
 * The part of Jest's `runtime` that its runner uses. Jest's own loads every module of every test file into a separate
 * `vm` context; here Node.js loads modules once for all files of a worker (docs/adr/0028).
 */
export default class NativeRuntime {
  #file = ++files;
  #environment;

  /**
   * @param {unknown} _config
   * @param {import('./environment.mjs').default} environment
   */
  constructor(_config, environment) {
    this.#environment = environment;
  }

  /** @param {Omit<typeof import('@jest/globals'), 'jest'>} globals */
  setGlobalsForRuntime(globals) {
    useGlobals({ ...globals, jest: this.#environment.jest });
  }

  /**
   * jest-circus keeps the tests of a file in its module, so that one is loaded anew. It is not given the function that
   * sends each test to Jest's process as it begins and ends: results are reported by file.
   *
   * @param {string} path
   */
  requireInternalModule(path) {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    const loaded = require(path);
    if (!('initialize' in loaded)) return loaded;
    /** @param {object} options */
    const initialize = (options) => loaded.initialize({ ...options, sendMessageToJest: undefined });
    return { ...loaded, initialize };
  }

  /** @param {string} path */
  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /**
   * A setup file or the spec itself, which must run again in a worker that has run it before.
   *
   * @param {string} path
   */
  unstable_importModule(path) {
    const url = pathToFileURL(path);
    url.searchParams.set('file', String(this.#file));
    const { registry } = this.#environment;
    if (registry !== undefined) url.searchParams.set('registry', registry);
    return import(url.href);
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
