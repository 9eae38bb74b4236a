import { ValidationFailed } from '@furrow/kernel';
import { MAX_PROBLEMS } from '@furrow/http';
import { getMetadataStorage } from 'class-validator';

type Dto = new () => object;

const MAX_MEMBERS = 1_000;
const INSIDE = Symbol('what a property holds');

/** What a property holds that is no plain value: objects of a class, one or a list of at most so many, or anything. */
interface Inside {
  readonly dto?: () => Dto;
  readonly max?: number;
}

/** Tells what a property holds, so that what comes for it is looked into that far and no further. */
export const Holds =
  (inside: Inside): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(INSIDE, inside, target, property);

/**
 * Of a plain object what a class knows, to the depth that it knows. The libraries that make instances and judge them
 * take microseconds for each value and more for each name, whatever it is: a megabyte of them would keep everybody
 * waiting. Lists are cut where they are one too long. Unknown members are dropped.
 * @throws ValidationFailed for an object of more members than anybody needs
 */
export function knownMembers(dto: Dto, plain: object): Record<string, unknown> {
  return pick(dto, plain, { left: 0 });
}

/** The same with unknown members, of which nothing is kept but more names than are told. */
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
    // The library takes a member of this name for the class to make, and breaks. No body of ours knows such a member.
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

/** Nothing that is in it is looked at; whoever needs it takes it from the body as it was received. */
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
