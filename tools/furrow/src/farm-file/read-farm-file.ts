import { readFile } from 'node:fs/promises';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { Refusal } from '../refusal.ts';
import type { FarmFile } from './farm-file.ts';
import { checkFarm } from './check-farm.ts';

/**
 * @param path of a YAML or JSON file; its content decides which
 * @throws Refusal when it cannot be read; ValidationFailed naming every wrong place in it
 */
export async function readFarmFile(path: string): Promise<FarmFile> {
  const problems: FieldProblem[] = [];
  const document = tidied(await parsed(await contentOf(path), path), '', problems);
  if (problems.length > 0)
    throw new ValidationFailed(problems, `${path} cannot be applied; nothing was changed:`);
  checkFarm(document, path);
  return document;
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

/** The document with every text in Unicode NFC. Reports U+0000, which PostgreSQL cannot store. */
function tidied(value: unknown, place: string, problems: FieldProblem[]): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      problems.push({ field: place || 'the file', message: 'must not contain U+0000' });
    return value.normalize('NFC');
  }
  if (Array.isArray(value)) return value.map((item, index) => tidied(item, `${place}[${index}]`, problems));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      tidied(member, place ? `${place}.${name}` : name, problems),
    ]),
  );
}
