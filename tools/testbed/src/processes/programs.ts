import { fileURLToPath } from 'node:url';

const built = (path: string) => fileURLToPath(new URL(`../../../../${path}/bundle/main.js`, import.meta.url));

/** The built programs of the workspace, as they are released. */
export const PROGRAMS = {
  api: built('apps/api'),
  gateway: built('apps/iot-gateway'),
  furrow: built('tools/furrow'),
};
