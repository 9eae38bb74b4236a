// Rules of this project that oxlint has none for.
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** @typedef {{ type: string, [key: string]: any }} Node */
/** @typedef {{ filename: string, report(problem: { node: Node, message: string }): void }} Context */

/** Time is an argument: a use case that reads the clock itself cannot be tested at another hour. */
const injectedClock = {
  /** @param {Context} context */
  create(context) {
    /** @param {Node} node */
    const report = (node) => context.report({ node, message: 'Time comes from the injected Clock.' });
    return {
      /** @param {Node} node */
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node);
      },
      /** @param {Node} node */
      CallExpression(node) {
        const { callee } = node;
        const object = callee.object?.name;
        const method = callee.property?.name;
        if (callee.name === 'Date' || object === 'performance') report(node);
        if (object === 'Date' && method === 'now') report(node);
        if (object === 'DateTime' && ['now', 'local', 'utc'].includes(method) && node.arguments.length === 0)
          report(node);
      },
    };
  },
};

/** A test that does not run proves nothing. */
const noSkippedTest = {
  /** @param {Context} context */
  create(context) {
    return {
      /** @param {Node} node */
      MemberExpression(node) {
        if (!['it', 'test', 'describe'].includes(node.object.name)) return;
        if (['skip', 'only', 'todo', 'failing'].includes(node.property.name))
          context.report({
            node,
            message:
              'A test that does not run proves nothing. describeWith describes what this machine may lack.',
          });
      },
    };
  },
};

const MAX_FILES = 19;

/** A folder of more source files has subjects that deserve folders of their own. It is reported once, at its first file. */
const smallFolder = {
  /** @param {Context} context */
  create(context) {
    return {
      /** @param {Node} node */
      Program(node) {
        const files = readdirSync(dirname(context.filename)).filter((name) => /\.(?:tsx?|mjs)$/.test(name));
        if (files.length > MAX_FILES && files.sort()[0] === basename(context.filename))
          context.report({
            node,
            message: `Its folder has ${files.length} source files, of at most ${MAX_FILES}.`,
          });
      },
    };
  },
};

export default {
  meta: { name: 'furrow' },
  rules: { 'injected-clock': injectedClock, 'no-skipped-test': noSkippedTest, 'small-folder': smallFolder },
};
