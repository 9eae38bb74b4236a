import { ModuleMocker } from 'jest-mock';

/** Where jest-circus looks for what `jest.setTimeout` says. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** Jest's `testEnvironment`: the worker's process itself, left as a test file found it. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  /** Modules of the workspace are loaded again for each; undefined is the one of all who name none. */
  registry = /** @type {string | undefined} */ (undefined);
  /** What specs use of Jest's object. */
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

  /** After Jest has installed source-map-support, which knows no maps but those of Jest's own transform. */
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
    // Jest's own for this file, both.
    process.exit = exit;
    globalThis.console = console;
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}
