import { type FieldProblem, instantOf, isLocalDate, isTimeZone, ValidationFailed } from '@furrow/kernel';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FarmFile } from './farm-file.ts';
import { FARM_SCHEMA } from './farm-schema.ts';
import { boundary, uniqueBy } from './schema-keywords.ts';
import { schemaProblem } from './schema-problem.ts';
import { tidied } from './tidied.ts';

/**
 * The farm that a parsed document describes, with every text in Unicode NFC.
 * @param source names the document in the error
 * @throws ValidationFailed naming every wrong place, such as `projects[0].sectors[2].boundary`
 */
export function farmOf(document: unknown, source: string): FarmFile {
  const refused = (problems: readonly FieldProblem[]) =>
    new ValidationFailed(problems, `${source} cannot be applied; nothing was changed:`);
  const problems: FieldProblem[] = [];
  const farm = tidied(document, '', problems);
  if (problems.length > 0) throw refused(problems);
  const validate = (validator ??= farmValidator());
  if (!validate(farm)) throw refused((validate.errors ?? []).map(schemaProblem));
  return farm as FarmFile;
}

let validator: ValidateFunction | undefined;

/** Compiled in the shortest time, because most processes check one file: without the schema of schemas, not optimized. */
function farmValidator(): ValidateFunction {
  const ajv = new Ajv({
    ...{ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false },
    ...{ meta: false, validateSchema: false, code: { optimize: false } },
  });
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('local-date', isLocalDate);
  ajv.addFormat('instant', (value: string) => instantOf(value) !== undefined);
  for (const keyword of [uniqueBy, boundary]) ajv.addKeyword(keyword);
  ajv.addVocabulary(['accepts']);
  return ajv.compile(FARM_SCHEMA);
}
