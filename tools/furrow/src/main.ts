#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

enableCompileCache();
// Whoever reads us may have read enough: furrow … | head
process.stdout.on('error', () => process.exit());
const { run } = await import('./program.ts');
process.exitCode = await run(process.argv.slice(2));
