import { relative } from 'node:path';

const SLOWEST = 5;

/**
 * @typedef {import('@jest/reporters').Test} Test
 * @typedef {import('@jest/reporters').TestResult} TestResult
 * @typedef {import('@jest/reporters').AggregatedResult} AggregatedResult
 */

/**
 * Reports a long run: its progress, each failure at once with all details, and a summary. On a terminal it rewrites one
 * line; elsewhere it prints a line for every tenth of the files.
 */
export default class ProgressReporter {
  #began = Date.now();
  #printed = 0;
  /** @type {Map<string, { passed: number, failed: number }>} */
  #kinds = new Map();
  /** @type {{ file: string, seconds: number }[]} */
  #durations = [];
  /** @type {Set<string>} */
  #running = new Set();

  /** @param {Test} test */
  onTestFileStart({ path, context }) {
    this.#running.add(relative(context.config.rootDir, path));
  }

  /**
   * @param {Test} test
   * @param {TestResult} result
   * @param {AggregatedResult} all
   */
  onTestFileResult({ path, context }, result, all) {
    const file = relative(context.config.rootDir, path);
    this.#running.delete(file);
    this.#durations.push({ file, seconds: (result.perfStats.end - result.perfStats.start) / 1000 });
    const name = context.config.displayName?.name ?? 'tests';
    const kind = this.#kinds.get(name) ?? { passed: 0, failed: 0 };
    kind.passed += result.numPassingTests;
    kind.failed += result.numFailingTests + (result.testExecError ? 1 : 0);
    this.#kinds.set(name, kind);
    if (result.failureMessage) {
      const logged = result.console?.map(({ message }) => `${message}\n`).join('') ?? '';
      print(`FAIL ${file} (${name})\n${result.failureMessage}\n${logged}`);
    }
    this.#progress(all);
  }

  onRunComplete() {
    print('');
    for (const [name, { passed, failed }] of this.#kinds)
      print(
        `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`,
      );
    const slowest = this.#durations.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    print(
      `     slowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`,
    );
  }

  getLastError() {}

  /** @param {AggregatedResult} all */
  #progress(all) {
    const done = all.numPassedTestSuites + all.numFailedTestSuites;
    const total = all.numTotalTestSuites;
    const failed = all.numFailedTests > 0 ? `, ${all.numFailedTests} failed` : '';
    const line = `${done} of ${total} files, ${all.numPassedTests} tests passed${failed}, ${clock(this.#began)}`;
    if (process.stderr.isTTY) {
      const text = `     ${line} … ${[...this.#running].join(' ')}`;
      process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns || 100) - 1)}`);
    } else {
      const tenths = Math.floor((10 * done) / total);
      if (tenths > this.#printed) print(`     ${line}`);
      this.#printed = tenths;
    }
  }
}

/** @param {string} line */
function print(line) {
  process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${line}\n`);
}

/** @param {number} began */
function clock(began) {
  const seconds = Math.round((Date.now() - began) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
