import { v7, validate } from 'uuid';

/** A new UUIDv7: unique anywhere, and in order of creation, which keeps indexes dense. */
export function newId(): string {
  return v7();
}

/** Ids are opaque to clients: a string that is no UUID is simply an id that names nothing. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}
