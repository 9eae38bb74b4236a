import { ValidationFailed } from '@furrow/kernel';
import { MAX_PROBLEMS } from '@furrow/http';
import { getMetadataStorage } from 'class-validator';

type Dto = new () => object;

const MAX_MEMBERS = 1_000;
const INSIDE = Symbol('what a property holds');

/**
 * The type of a property that is not a plain value: objects of a class, one or a list with a maximum length, or
 * anything.
 */
interface Inside {
  readonly dto?: () => Dto;
  readonly max?: number;
}

/** Declares the type of a property, so that its value is inspected to that depth and no further. */
export const Holds =
  (inside: Inside): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(INSIDE, inside, target, property);

/**
 * The members of a plain object that a class declares, to the declared depth. The libraries that instantiate and
 * validate take microseconds for each value and more for each name: a megabyte of them would block the event loop.
 * Lists that are too long are cut after one item too many. Unknown members are dropped.
 * @throws ValidationFailed for an object with too many members
 */
export function knownMembers(dto: Dto, plain: object): Record<string, unknown> {
  return pick(dto, plain, { left: 0 });
}

/** The same including unknown members, of which only slightly more names than are reported are kept. */
export function knownAndUnknownMembers(dto: Dto, plain: object): Record<string, unknown> {
  return pick(dto, plain, { left: MAX_PROBLEMS + 1 });
}

interface Budget {
  left: number;
}

function pick(dto: Dto, plain: object, unknown: Budget): Record<string, unknown> {
  const members = Object.entries(plain);
  if (members.length > MAX_MEMBERS)
    throw ValidationFailed.of('body', `must not have more than ${MAX_MEMBERS} members in an object`);
  const known = knownTo(dto);
  const picked = members.flatMap(([name, value]): [string, unknown][] => {
    if (known.has(name)) return [[name, fitted(dto, name, value, unknown)]];
    // The library would treat a member with this name as a constructor, and fail. No body of ours has such a member.
    if (name === 'constructor' || unknown.left === 0) return [];
    unknown.left--;
    return [[name, null]];
  });
  return Object.fromEntries(picked);
}

function fitted(dto: Dto, name: string, value: unknown, unknown: Budget): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inside = Reflect.getMetadata(INSIDE, dto.prototype as object, name) as Inside | undefined;
  const within = inside?.dto?.();
  const fit = (item: unknown) => (within && isObject(item) ? pick(within, item, unknown) : emptied(item));
  if (!Array.isArray(value)) return fit(value);
  return inside?.max === undefined ? [] : value.slice(0, inside.max + 1).map(fit);
}

/** Its content is not inspected; handlers take it from the received body. */
function emptied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const names = new Map<Dto, ReadonlySet<string>>();

function knownTo(dto: Dto): ReadonlySet<string> {
  const known =
    names.get(dto) ??
    new Set(
      getMetadataStorage()
        .getTargetValidationMetadatas(dto, '', false, false)
        .map(({ propertyName }) => propertyName),
    );
  names.set(dto, known);
  return known;
}
