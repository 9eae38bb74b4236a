import { browserApp } from '@furrow/web/build';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(
  browserApp({
    folder: inside('.'),
    base: '/field/',
    pictures: [inside('../../libs/web/src/icon.svg')],
    // A crew that counts must not lose the page it counts on.
    takesOverAtOnce: false,
    groups: [],
  }),
);
