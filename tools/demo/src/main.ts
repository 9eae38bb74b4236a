#!/usr/bin/env node
// Makes the season of the demo farm, until now or until the instant given:
// `furrow apply tools/dev/demo-farm.yaml --json | node tools/demo/bundle/main.js [INSTANT]`.
import { enableCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';

enableCompileCache();
const { run } = await import('./program.ts');
try {
  await run(await text(process.stdin), process.argv[2]);
} catch (error) {
  const { details = [] } = error as {
    details?: readonly { readonly field: string; readonly message: string }[];
  };
  const fields = details.map(({ field, message }) => `${field} ${message}`).join('; ');
  process.stderr.write(`${String(error)} ${fields}\n`);
  process.exitCode = 1;
}
