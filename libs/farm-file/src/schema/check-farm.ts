import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FieldProblem, instantOf, isLocalDate, isTimeZone, ValidationFailed } from '@furrow/kernel';
import type { Schema } from '@furrow/kernel/schema';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FarmFile } from './farm-file.ts';
import { FARM_SCHEMA } from './farm-schema.ts';
import { boundary } from './schema-keywords.ts';
import { schemaProblem } from './schema-problem.ts';
import { tidied } from './tidied.ts';

/** As many problems as somebody reads. */
const MAX_PROBLEMS = 1_000;
/** A part with more values than this has one problem only: finding all of them takes seconds. */
const MAX_VALUES = 5_000;
/** The time after which other work of the process has its turn, in milliseconds. */
const TURN_MS = 15;

/**
 * The farm that a parsed document describes, with every text in Unicode NFC. Other work of the process goes on meanwhile.
 * @param source names the document in the error
 * @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary`, up to a thousand
 */
export async function farmOf(document: unknown, source: string): Promise<FarmFile> {
  const refuse = (problems: readonly FieldProblem[]) => {
    if (problems.length > 0)
      throw new ValidationFailed(
        problems.slice(0, MAX_PROBLEMS),
        `${source} cannot be applied; nothing was changed.`,
      );
  };
  const inTexts: FieldProblem[] = [];
  const farm = tidied(document, '', inTexts);
  refuse(inTexts);
  refuse(await allIn(problemsIn(FARM_SCHEMA, farm, '')));
  return farm as FarmFile;
}

/** The problems of all parts, until there are too many. */
async function allIn(parts: Iterable<readonly FieldProblem[]>): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  let turnEnds = performance.now() + TURN_MS;
  for (const found of parts) {
    problems.push(...found);
    if (problems.length >= MAX_PROBLEMS) break;
    if (performance.now() < turnEnds) continue;
    await nextTurn();
    turnEnds = performance.now() + TURN_MS;
  }
  return problems;
}

/** The problems of each part: of an object without its lists of objects, and of each item of these. */
function* problemsIn(schema: Schema, value: unknown, path: string): Generator<readonly FieldProblem[]> {
  const { own, lists } = (parts.get(schema) ?? partsOf(schema)) satisfies Parts;
  yield own.problemsOf(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, list] of lists) {
    const items = (value as Record<string, unknown>)[name];
    if (!Array.isArray(items)) continue;
    const listPath = path === '' ? name : `${path}.${name}`;
    yield repeats(items, list['uniqueBy'], listPath);
    for (const [index, item] of items.entries())
      yield* problemsIn(list.items as Schema, item, `${listPath}[${index}]`);
  }
}

interface Parts {
  readonly own: Part;
  readonly lists: readonly (readonly [name: string, list: Schema])[];
}

const parts = new WeakMap<Schema, Parts>();

function partsOf(schema: Schema): Parts {
  const members = Object.entries(schema.properties ?? {});
  const lists = members.filter(([, member]) => member.items?.properties !== undefined);
  const alone = Object.fromEntries<object>(lists.map(([name, { type }]) => [name, { type }]));
  const properties = { ...schema.properties, ...alone };
  const made = { own: new Part({ ...schema, ...(lists.length > 0 && { properties }) }), lists };
  parts.set(schema, made);
  return made;
}

/** One schema, compiled in the shortest time when it is first used, because most processes check one file. */
class Part {
  #first: ValidateFunction | undefined;
  #all: ValidateFunction | undefined;

  constructor(private readonly schema: object) {}

  problemsOf(value: unknown, path: string): FieldProblem[] {
    const first = (this.#first ??= compilers.first.compile(this.schema));
    if (first(value)) return [];
    if (!isSmall(value)) return problemsAt(path, first.errors);
    const all = (this.#all ??= compilers.all.compile(this.schema));
    all(value);
    return problemsAt(path, all.errors);
  }
}

const problemsAt = (path: string, errors: ErrorObject[] | null | undefined) =>
  (errors ?? []).map((error) => schemaProblem(error, path));

const compilers = { first: compiler(false), all: compiler(true) };

/** Without the schema of schemas, not optimized. */
function compiler(allErrors: boolean): Ajv {
  const ajv = new Ajv({
    ...{ allErrors, verbose: true, allowUnionTypes: true, strictTypes: false },
    ...{ meta: false, validateSchema: false, code: { optimize: false } },
  });
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('local-date', isLocalDate);
  ajv.addFormat('instant', (value: string) => instantOf(value) !== undefined);
  ajv.addKeyword(boundary);
  ajv.addVocabulary(['accepts', 'uniqueBy']);
  return ajv;
}

function isSmall(value: unknown): boolean {
  let left = MAX_VALUES;
  const counted = (each: unknown): boolean => {
    left -= 1;
    if (left < 0) return false;
    return typeof each !== 'object' || each === null || Object.values(each).every(counted);
  };
  return counted(value);
}

/** Items that have the name of an earlier one; a name may be of several members, which may be left out. */
function repeats(items: readonly unknown[], uniqueBy: unknown, path: string): FieldProblem[] {
  const members = (typeof uniqueBy === 'string' ? [uniqueBy] : (uniqueBy ?? [])) as readonly string[];
  const [first] = members;
  if (first === undefined) return [];
  const seen = new Set<unknown>();
  const problems: FieldProblem[] = [];
  for (const [index, item] of items.entries()) {
    const valueOf = (member: string) =>
      typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined;
    const name =
      members.length === 1 ? valueOf(first) : JSON.stringify(members.map((each) => valueOf(each) ?? null));
    if (valueOf(first) !== undefined && seen.has(name))
      problems.push({ field: `${path}[${index}].${first}`, message: 'occurs twice' });
    if (problems.length === MAX_PROBLEMS) break;
    seen.add(name);
  }
  return problems;
}
