#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

enableCompileCache();
// The reader may close the pipe early, as in furrow … | head.
process.stdout.on('error', () => process.exit());
const { run } = await import('./program.ts');
process.exitCode = await run(process.argv.slice(2));
