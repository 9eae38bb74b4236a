import { fileURLToPath } from 'node:url';

/** The program behind `npm run pack`, which prints the names of the files that it made. */
export const PACK = fileURLToPath(new URL('../../../dev/pack.mjs', import.meta.url));

/** The farm file of `npm start`. */
export const DEMO_FARM = fileURLToPath(new URL('../../../dev/demo-farm.yaml', import.meta.url));

const built = (path: string) => fileURLToPath(new URL(`../../../../${path}/bundle/main.js`, import.meta.url));

/** The built programs of the workspace, as they are released. */
export const PROGRAMS = {
  api: built('apps/api'),
  gateway: built('apps/iot-gateway'),
  furrow: built('tools/furrow'),
  demo: built('tools/demo'),
};
