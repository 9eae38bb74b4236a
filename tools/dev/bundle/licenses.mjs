import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE = /^(?:licen[cs]e|copying|notice)/i;
/** Matches the folder of the installed package that a file belongs to. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/**
 * Lists the bundled libraries, because redistributing a bundle redistributes them and their licences require
 * attribution.
 *
 * @param {Iterable<string>} modules the files in the bundle
 * @returns {string} each package's name, version and licence
 */
export function licensesOf(modules) {
  const folders = new Set([...modules].flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  return [...folders].map(licenseOf).sort().join('\n');
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE.test(entry.name))
    .map((entry) => `${readFileSync(join(folder, entry.name), 'utf8').trim()}\n`);
  return [`${'='.repeat(80)}\n${name} ${version}, ${license ?? 'see below'}\n`, ...texts].join('\n');
}
