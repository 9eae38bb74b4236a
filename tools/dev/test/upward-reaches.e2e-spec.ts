import { expect, it } from '@jest/globals';
import { reachesIn } from '../testing/checks/upward-reaches.mjs';

it.each([
  ['libs/jobs/src/a.ts', `new URL('../../../tools/dev/start.mjs', import.meta.url)`, 'tools/dev/start.mjs'],
  ['libs/jobs/src/a.ts', 'import(`../../../apps/api/src/${name}.ts`)', 'apps/api/src/'],
  ['libs/jobs/src/a.ts', `import('../../database/src/database.ts')`, 'libs/database/src/database.ts'],
  ['apps/api/test/a.ts', `join(ROOT, 'tools/dev/pack.mjs')`, 'tools/dev/pack.mjs'],
  ['apps/api/src/a.ts', `'../../iot-gateway/src/main.ts'`, 'apps/iot-gateway/src/main.ts'],
  ['apps/console/test/a.ts', `'../../api/test/harness/refusal.ts'`, 'apps/api/test/harness/refusal.ts'],
])('%s does not reach another package with %s', (file, text, path) => {
  expect(reachesIn(file, text)).toEqual([`${file} reaches up to ${path}`]);
});

it.each([
  ['libs/jobs/src/a.ts', `import { newId } from '../new-id.ts'; // as 'tools/dev/start.mjs' does`],
  ['libs/http/src/testing/document.ts', `new URL('../../../../docs/openapi.json', import.meta.url)`],
  ['apps/api/test/a.ts', `join(ROOT, 'libs/client')`],
  ['tools/chaos/src/fleet/mosquitto.ts', `new URL('../../../../docker/mosquitto.conf', import.meta.url)`],
  ['tools/bench/src/stage/stage.ts', `new URL('../../../furrow/bundle/main.js', import.meta.url)`],
])('%s may say %s', (file, text) => {
  expect(reachesIn(file, text)).toEqual([]);
});
