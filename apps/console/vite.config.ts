import { browserApp } from '@furrow/web/build';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const EVERY_SCREEN =
  /\/console\/src\/(?:app|api|time)\/|\/console\/src\/parts\/(?:acts\/|fields\/choose|answered|elements\/|exports|figure|now|on-paper|printing|project-)|\/libs\/web\/src\//;
/** The outbox is large, and only some screens need it. */
const isOfEveryScreen = (id: string) => EVERY_SCREEN.test(id) && !/\/(?:outbox|acts)\.ts/.test(id);

export default defineConfig(
  browserApp({
    folder: inside('.'),
    base: '/console/',
    // The pages that the API writes (apps/api/src/root) load them under these names, its own under names with a hash.
    pictures: [inside('../../libs/web/src/icon.svg'), inside('src/app/landing.svg')],
    takesOverAtOnce: true,
    // Large for its projections, and of use to few.
    onDemand: /shapefile-[\w-]+\.js$/,
    groups: [{ name: 'every-screen', test: isOfEveryScreen }],
  }),
);
