import { v7, validate } from 'uuid';

/** A new UUIDv7: globally unique and ordered by creation, which keeps indexes dense. */
export function newId(): string {
  return v7();
}

/** Ids are opaque to clients: a string that is not a UUID is an id that does not exist. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}
