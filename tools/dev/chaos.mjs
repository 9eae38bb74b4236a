// Injects faults into an installation of its own and audits what is stored: `npm run chaos -- …`.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = resolve(fileURLToPath(new URL('../..', import.meta.url)), 'tools/chaos/dist/main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
