import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The script of axe, which examines a page for flaws in accessibility. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
