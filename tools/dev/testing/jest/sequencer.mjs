import sequencer from '@jest/test-sequencer';

/** @type {typeof sequencer.default} */
const TestSequencer = /** @type {any} */ (sequencer); // its types describe what `require` would return

/**
 * The files that take longest, mostly waiting. They start first and wait while others compute, so that none of them
 * runs last with every other core idle. A file that is missing here only costs time.
 */
const LONGEST = [
  'apps/api/test/operation/citus.',
  'apps/api/test/operation/database-outages.',
  'tools/chaos/test/chaos.',
  'apps/api/test/http/shares.',
  'tools/security/test/cost.',
  'tools/security/test/attacks.',
  'apps/iot-gateway/test/operation/shares.',
  'tools/security/test/security.',
  'apps/api/test/production/system-closure.',
  'apps/api/test/notifications/alert-backlog.',
  'apps/console/test/session-end/',
  'apps/console/test/settings/',
  'apps/api/test/operation/takeover.',
  'apps/iot-gateway/test/operation/database-outages.',
  'tools/dev/test/libraries-alone.',
  'tools/bench/test/bench.',
  'tools/chaos/test/phones.',
  'tools/simulate/test/',
  'apps/iot-gateway/test/operation/storm.',
  'apps/iot-gateway/test/operation/crash.',
  'apps/iot-gateway/test/protocol/unread.',
  'tools/dev/test/new-context.',
  'apps/console/test/console-screens.',
  'apps/console/test/console-season.',
  'apps/api/test/operation/demo-season.',
  'apps/api/test/client/client-readme.',
  'apps/iot-gateway/test/operation/admission.',
  'libs/http/src/connections/idle-connections.',
  'docker/test/',
  'apps/api/test/operation/crash.',
  'apps/api/test/notifications/hostile-receivers.',
  'apps/api/test/forms/forms-failures.',
  'apps/api/test/operation/operation.',
  'apps/api/test/access/credentials.',
  'apps/api/test/operation/failures.',
  'apps/api/test/forms/photos.',
  'apps/api/test/operation/read-replica.',
  'apps/api/test/http/hostile-requests.',
  'apps/api/test/http/request-bodies.',
  'apps/api/test/operation/production.',
  'apps/api/test/http/docs.',
  'apps/console/test/console.',
  'tools/furrow/test/import-harvest.',
  'tools/dev/test/embedded-postgres.',
];
/** Those of the gateway one after the other, because many share one. */
const KINDS = ['/apps/iot-gateway/test/', '.e2e-spec.', '.int-spec.', '.spec.'];

export default class LongestFirst extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  sort(tests) {
    // Orders files of a kind by their last duration, where Jest remembers it, else by size.
    const known = /** @type {import('@jest/test-result').Test[]} */ (super.sort(tests));
    return known
      .map((test, index) => ({ test, rank: rankOf(test.path), index }))
      .sort((a, b) => a.rank - b.rank || a.index - b.index)
      .map(({ test }) => test);
  }
}

/** @param {string} path */
function rankOf(path) {
  const long = LONGEST.findIndex((part) => path.includes(part));
  return long >= 0 ? long : LONGEST.length + KINDS.findIndex((kind) => path.includes(kind));
}
