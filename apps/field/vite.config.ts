import { browserApp } from '@furrow/web/build';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(inside('package.json'), 'utf8')) as { version: string };

export default defineConfig({
  define: { APP_VERSION: JSON.stringify(version) },
  ...browserApp({
    folder: inside('.'),
    base: '/field/',
    pictures: [inside('../../libs/web/src/icon.svg')],
    // A crew that counts must not lose the page it counts on.
    takesOverAtOnce: false,
    // Large, and of use only where the browser reads no codes by itself.
    onDemand: /(?:reader-worker|zxing_reader)-[\w-]+\.(?:js|wasm)$/,
    // Otherwise each icon that two screens share is a file of its own.
    groups: [{ name: 'icons', test: (id) => id.includes('/lucide-react/') }],
  }),
});
