import {
  listOf,
  type Members,
  number,
  object,
  orNull,
  schemaOf,
  text as anyText,
  within,
} from '@furrow/kernel/schema';

/** Without a type, so that a wrong value is one problem. */
export const oneOf = <const T extends string | null>(...values: readonly T[]) =>
  schemaOf<T>({ enum: values });

type Named<Member> = Member extends `${infer Name}?` ? Name : Member & string;

/** A list of items with unique names; an empty section may be null. */
export const listBy = <const M extends Members>(name: Named<keyof M>, members: M) =>
  within(orNull(listOf(object(members))), { uniqueBy: name });

export const text = within(anyText, { minLength: 1, maxLength: 200 });
export const textOrNull = orNull(text);
export const numberOrNull = orNull(number);
export const texts = orNull(listOf(text));
