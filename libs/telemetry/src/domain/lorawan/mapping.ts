import type { FieldProblem } from '@furrow/kernel';
import { QUANTITIES } from '../quantities.ts';
import { SOIL_MEMBERS, type SoilMember, WEATHER_MEMBERS, type WeatherMember } from '../reading.ts';
import { type DecodedPath, pathOf } from './decoded-path.ts';

/** What a path of a mapping measures. */
export type Target =
  | { readonly kind: 'weather'; readonly member: WeatherMember }
  | { readonly kind: 'soil'; readonly member: SoilMember; readonly depth: number };

/** A target and where a decoded payload has it. */
export interface MappedMember {
  /** As the mapping writes it: `te`, or `soil[20].moisture`. */
  readonly name: string;
  readonly target: Target;
  readonly path: DecodedPath;
}

const MAX_MEMBERS = 100;
const SOIL = /^soil\[(\d{1,3}(?:\.\d{1,2})?)\]\.(\w+)$/;

/** What is wrong with a mapping, by the names of its members. */
export function mappingProblems(mapping: Readonly<Record<string, string>>): readonly FieldProblem[] {
  const entries = Object.entries(mapping);
  if (entries.length === 0 || entries.length > MAX_MEMBERS)
    return [{ field: '*', message: `must have 1 to ${MAX_MEMBERS} members` }];
  return entries.flatMap(([name, path]): FieldProblem[] => {
    if (targetOf(name) === undefined) return [{ field: name, message: targetsAccepted() }];
    return pathOf(path) === undefined ? [{ field: name, message: PATHS_ACCEPTED }] : [];
  });
}

/** The members of a valid mapping. */
export function mappedMembers(mapping: Readonly<Record<string, string>>): readonly MappedMember[] {
  return Object.entries(mapping).flatMap(([name, written]) => {
    const [target, path] = [targetOf(name), pathOf(written)];
    return target === undefined || path === undefined ? [] : [{ name, target, path }];
  });
}

const PATHS_ACCEPTED =
  'must be a path in the decoded payload such as temperature, soil.moisture or probes[0].t, which * and a number may follow to convert the unit';

const targetsAccepted = () =>
  `is not measured: ${WEATHER_MEMBERS.join(', ')}, and soil[DEPTH].${SOIL_MEMBERS.join(', soil[DEPTH].')} with a depth of ${QUANTITIES.depth.min} to ${QUANTITIES.depth.max} cm are`;

function targetOf(name: string): Target | undefined {
  const weather = WEATHER_MEMBERS.find((member) => member === name);
  if (weather !== undefined) return { kind: 'weather', member: weather };
  const [, depthText, memberName] = SOIL.exec(name) ?? [];
  const member = SOIL_MEMBERS.find((known) => known === memberName);
  const depth = Number(depthText);
  return member === undefined || !(depth <= QUANTITIES.depth.max)
    ? undefined
    : { kind: 'soil', member, depth };
}
