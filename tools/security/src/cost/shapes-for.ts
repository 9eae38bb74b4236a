import type { Caller } from './requests.ts';
import { encodedShapes } from './shapes/encoded.ts';
import { headerNames, headerShapes, headShapes, parameterShapes } from './shapes/heads.ts';
import { bodyShapes, memberShapes } from './shapes/json.ts';
import { multipartShapes } from './shapes/multipart.ts';
import type { Shape } from './shapes/shape.ts';
import { valueShapes } from './shapes/values.ts';
import { workbookShapes } from './shapes/workbook.ts';
import { resolved } from '../document.ts';

const JSON_TYPE = 'application/json';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** All hostile inputs for an operation, by the code that parses them first. */
export interface Shapes {
  /** Parsed alike for all operations of a host. */
  readonly heads: readonly Shape[];
  readonly bodies: readonly Shape[];
  /** Parsed by the operation itself. */
  readonly parameters: readonly Shape[];
  readonly members: readonly Shape[];
}

export function shapesFor({ operation, good }: Caller): Shapes {
  const { schema } = operation.bodies[JSON_TYPE] ?? {};
  const [member = 'unknown'] = Object.keys(resolved(schema ?? {}).properties ?? {});
  return {
    heads: [...headShapes(good.path), ...headerShapes(headerNames(operation))],
    bodies: schema === undefined ? [] : [...bodyShapes(good.body ?? {}), ...encodedShapes(member)],
    parameters: [...parameterShapes(operation, good.path), ...valueShapes(operation, good.path)],
    members: [
      ...(schema === undefined ? [] : memberShapes(schema)),
      ...(XLSX in operation.bodies ? workbookShapes() : []),
      ...('multipart/form-data' in operation.bodies ? multipartShapes() : []),
    ],
  };
}

export const allOf = ({ heads, bodies, parameters, members }: Shapes): Shape[] => [
  ...[...heads, ...bodies, ...parameters, ...members],
];
