import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Every place that depends on undocumented behaviour of a library. Whoever raises one of these versions checks these
 * places first, and then writes the new version here.
 */
const PLACES = [
  {
    ...{ library: 'aedes', version: '1.2.0', user: 'apps/iot-gateway' },
    uses: {
      'apps/iot-gateway/src/mqtt/broker.ts': [
        'mq',
        '_inboundInflight',
        // the text of its errors
        'maxInflightInbound exceeded',
        'connect did not arrive',
        'drain timeout',
      ],
      'apps/iot-gateway/src/mqtt/lasting-sessions.ts': ['persistence', 'clients', 'subscriptionsByClient'],
      'apps/iot-gateway/src/mqtt/session-storage.ts': ['_inboundInflight'],
      'apps/iot-gateway/src/mqtt/subscriptions.ts': ['subscriptions'],
    },
  },
  {
    ...{ library: 'aedes-persistence-redis', version: '12.0.0', user: 'apps/iot-gateway' },
    uses: {
      'apps/iot-gateway/src/mqtt/session-storage.ts': ['client', 'clients', 'cleanSubscriptions'],
    },
  },
  {
    ...{ library: 'mqemitter-redis', version: '7.2.1', user: 'apps/iot-gateway' },
    uses: { 'apps/iot-gateway/src/mqtt/shared-sessions.ts': ['state'] },
  },
  {
    ...{ library: 'mqtt', version: '5.16.0', user: 'apps/iot-gateway' },
    uses: { 'apps/iot-gateway/src/external/deferred-acknowledgements.ts': ['_sendPacket'] },
  },
  {
    ...{ library: 'typeorm', version: '1.1.1', user: 'libs/database' },
    uses: {
      'libs/database/src/database.ts': ['master'],
      'libs/database/src/connection/pooled-connection.ts': [
        'releasePostgresConnection',
        'isTransactionActive',
      ],
    },
  },
  {
    ...{ library: 'node', version: '24', user: '.' },
    uses: {
      'libs/http/src/limits/bounded-answers.ts': ['_handle', 'writeQueueSize'],
      'libs/http/src/limits/bounded-connections.ts': ['_httpMessage'],
      'libs/http/src/limits/pipelined-requests.ts': ['onIncoming'],
    },
  },
];

/** Matches casts that add members to a library's type, and declarations of members that it calls private. */
const REACHES_IN = /as unknown as \{ |as \{ _|\)\._[a-z]|readonly _[a-z]\w*\??: /;

function installed({ library, user }: { library: string; user: string }) {
  if (library === 'node') return process.versions.node.split('.')[0];
  const find = createRequire(join(root, user, 'package.json'));
  const folders = find.resolve.paths(library) ?? [];
  for (const folder of folders) {
    try {
      return JSON.parse(readFileSync(join(folder, library, 'package.json'), 'utf8')).version;
    } catch {
      // the next one may have it
    }
  }
  throw new Error(`${library} is not installed for ${user}`);
}

describe('private state of libraries', () => {
  it.each(PLACES)('$library has the version that was inspected', (place) => {
    expect(installed(place)).toBe(place.version);
  });

  it.each(PLACES.flatMap(({ library, uses }) => Object.entries(uses).map((use) => [library, ...use])))(
    'of %s is used in %s',
    (_library, file, members) => {
      const source = readFileSync(join(root, file), 'utf8');
      for (const member of members) expect(source).toMatch(new RegExp(`\\b${member}\\b`));
    },
  );

  it('is used nowhere else in the product', () => {
    const known = PLACES.flatMap(({ uses }) => Object.keys(uses));
    const files = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root }).filter(
      (file) => !/spec\.ts$|\/testing\//.test(file),
    );
    const reaching = files.filter((file) => REACHES_IN.test(readFileSync(join(root, file), 'utf8')));
    expect(reaching.length).toBeGreaterThan(4);
    expect(reaching.filter((file) => !known.includes(file))).toEqual([]);
  });
});
