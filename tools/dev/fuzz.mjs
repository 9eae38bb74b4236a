// Runs misbehaving devices against the running system: `npm run fuzz -- …`.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.env.FURROW_HOME = resolve(root, process.env.FURROW_HOME || '.furrow');
const main = resolve(root, 'tools/simulate/bundle/fuzz-main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
