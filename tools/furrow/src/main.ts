#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { run } = await import('./program.ts');
process.exitCode = await run(process.argv.slice(2));
