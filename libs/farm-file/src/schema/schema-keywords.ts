import { boundaryProblem } from '@furrow/agronomy/domain';
import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';

/** The path of an error below the value as a JSON pointer, and a message. */
type Finding = readonly [below: string, message: string];

/** A GeoJSON outline, or null. */
export const boundary = keyword('boundary', (_on, value) => {
  const problem = value === null ? undefined : boundaryProblem(value);
  return problem === undefined ? [] : [['', problem]];
});

function keyword(
  name: string,
  check: (parameter: unknown, value: unknown) => readonly Finding[],
): FuncKeywordDefinition {
  const validate: SchemaValidateFunction = (parameter: unknown, value: unknown, _schema, context) => {
    const findings = check(parameter, value);
    const path = context?.instancePath ?? '';
    validate.errors = findings.map(([below, message]) => ({
      keyword: name,
      instancePath: path + below,
      message,
    }));
    return findings.length === 0;
  };
  return { keyword: name, validate };
}
