import { readFile } from 'node:fs/promises';
import { type FarmFile, farmOf } from '@furrow/farm-file';
import { Refusal } from './refusal.ts';

/**
 * @param path of a YAML or JSON file; its content decides which
 * @throws Refusal when it cannot be read; ValidationFailed naming every wrong place in it
 */
export async function readFarmFile(path: string): Promise<FarmFile> {
  return await farmOf(await parsed(await contentOf(path), path), path);
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

async function parsed(content: string, path: string): Promise<unknown> {
  const text = content.replace(/^\uFEFF/, '');
  // JSON is valid YAML, but its own parser is many times faster on a big farm.
  if (/^\s*\{/.test(text))
    try {
      return JSON.parse(text);
    } catch {
      // falls through, because it may be YAML in braces, or the YAML parser gives a better message
    }
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    throw new Refusal(`${path} is neither JSON nor YAML: ${(error as Error).message}`, { cause: error });
  }
}
