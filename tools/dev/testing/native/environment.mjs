import { ModuleMocker } from 'jest-mock';
import { timed } from '../times.mjs';

/** The key under which jest-circus reads the value of `jest.setTimeout`. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** Jest's `testEnvironment`: the worker's process itself, restored after each test file. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  /** Modules of the workspace are loaded separately for each registry; undefined is the default one. */
  registry = /** @type {string | undefined} */ (undefined);
  /** The part of Jest's object that specs use. */
  jest = {
    fn: this.moduleMocker.fn.bind(this.moduleMocker),
    isMockFunction: this.moduleMocker.isMockFunction.bind(this.moduleMocker),
    spyOn: this.moduleMocker.spyOn.bind(this.moduleMocker),
    /** @param {number} ms */
    setTimeout(ms) {
      Reflect.set(globalThis, TIMEOUT, ms);
    },
  };
  #found = {
    cwd: process.cwd(),
    env: { ...process.env },
    exit: process.exit,
    console: globalThis.console,
  };

  #ended;

  /**
   * @param {unknown} _config
   * @param {{ testPath: string }} context
   */
  constructor(_config, { testPath }) {
    this.#ended = timed(testPath);
  }

  /** Runs after Jest has installed source-map-support, which knows only the maps of Jest's own transform. */
  async setup() {
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    process.setSourceMapsEnabled(true);
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    Reflect.deleteProperty(globalThis, TIMEOUT);
    const { cwd, env, exit, console } = this.#found;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    for (const [name, value] of Object.entries(env))
      if (process.env[name] !== value) process.env[name] = value;
    process.chdir(cwd);
    process.exitCode = undefined;
    // Jest replaces both for each file.
    process.exit = exit;
    globalThis.console = console;
    this.#ended();
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}
