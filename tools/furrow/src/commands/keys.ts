import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@furrow/config';
import { configuration } from '../configuration.ts';
import type { Answer } from '../output.ts';
import { Refusal } from '../refusal.ts';

/** Keys by their file name in FURROW_HOME/keys. */
type Keys = Readonly<Record<string, string>>;

interface KeysFile {
  readonly furrowKeys: 1;
  readonly keys: Keys;
}

/** Variables that replace a file of FURROW_HOME/keys. */
const VARIABLES = new Map([
  ['iot-token', 'IOT_TOKEN_KEY'],
  ['media-url', 'MEDIA_URL_KEY'],
]);
const NAME = /^[a-z0-9][a-z0-9.-]{0,63}$/;

/** Writes every signing key, wherever it is configured, into one file that only its owner can read. */
export async function backUpKeys(path: string): Promise<Answer> {
  const config = configuration({ needsDatabase: false });
  const keys = { ...(await keysIn(folderOf(config))), ...configuredKeys(config) };
  const names = Object.keys(keys).toSorted();
  if (names.length === 0)
    throw new Refusal(
      `There are no keys in ${folderOf(config)}, and neither IOT_TOKEN_KEY nor MEDIA_URL_KEY is set: nothing to back up.`,
    );
  try {
    // Never overwrites a file, which may hold the only copy of lost keys.
    await writeFile(path, `${JSON.stringify({ furrowKeys: 1, keys } satisfies KeysFile, null, 2)}\n`, {
      ...{ mode: 0o600, flag: 'wx', flush: true },
    });
  } catch (error) {
    throw new Refusal(`${path} cannot be created: ${(error as Error).message}.`, { cause: error });
  }
  return {
    document: { file: path, keys: names },
    text: `${path} contains ${names.join(', ')}. Keep it where nobody else can read it.`,
  };
}

/** Restores missing keys. An existing key that differs is never replaced. */
export async function restoreKeys(path: string): Promise<Answer> {
  const keys = await keysFileAt(path);
  const config = configuration({ needsDatabase: false });
  const folder = folderOf(config);
  const there = { ...(await keysIn(folder)), ...configuredKeys(config) };
  const others = Object.keys(keys).filter((name) => there[name] !== undefined && there[name] !== keys[name]);
  if (others.length > 0)
    throw new Refusal(
      `Nothing was restored: ${others.map(sourceOf).join(' and ')} ${others.length === 1 ? 'exists already and differs' : 'exist already and differ'}. Move away what you do not need, and restore again.`,
    );
  const missing = Object.entries(keys).filter(([name]) => there[name] === undefined);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, key] of missing)
    await writeFile(join(folder, name), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  const restored = missing.map(([name]) => name).toSorted();
  const text =
    restored.length === 0 ? 'All keys exist already.' : `${folder} has ${restored.join(', ')} again.`;
  return { document: { folder, restored }, text };
}

const folderOf = ({ home }: Config) => join(home, 'keys');
const sourceOf = (name: string) => VARIABLES.get(name) ?? name;

function configuredKeys({ iot, media }: Config): Keys {
  const given = { 'iot-token': iot.tokenKey, 'media-url': media.urlKey };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])),
  );
}

async function keysIn(folder: string): Promise<Keys> {
  const names = await readdir(folder).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new Refusal(`${folder} cannot be read: ${message}.`, { cause: error });
  });
  const keys: Record<string, string> = {};
  for (const name of names.filter((it) => NAME.test(it)))
    if ((await stat(join(folder, name))).isFile())
      keys[name] = (await readFile(join(folder, name), 'utf8')).trim();
  return keys;
}

/** @throws Refusal */
async function keysFileAt(path: string): Promise<Keys> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  const keys = keysOf(text);
  if (keys === undefined) throw new Refusal(`${path} was not written by "furrow keys backup".`);
  return keys;
}

function keysOf(text: string): Keys | undefined {
  try {
    const { furrowKeys, keys } = JSON.parse(text) as Partial<KeysFile>;
    if (furrowKeys !== 1 || typeof keys !== 'object') return undefined;
    // A name must be a plain file name, so that no path leads elsewhere.
    const isGood = Object.entries(keys).every(
      ([name, key]) => NAME.test(name) && typeof key === 'string' && key !== '',
    );
    return isGood ? keys : undefined;
  } catch {
    return undefined;
  }
}
