// The operator's command line: `npm run -s furrow -- …`.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.env.FURROW_HOME = resolve(root, process.env.FURROW_HOME || '.furrow');
// npm changes into the workspace; relative paths on the command line refer to the operator's folder.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const main = resolve(root, 'tools/furrow/bundle/main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
