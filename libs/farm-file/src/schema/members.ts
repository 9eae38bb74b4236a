// Members that several sections of a farm file have.
import {
  about,
  listOf,
  type Members,
  number,
  object,
  orNull,
  schemaOf,
  text as anyText,
  within,
} from '@furrow/kernel/schema';
import { MAX_OPTION } from '@furrow/workforce/domain';

export const validFrom = (description: string) =>
  about(
    within(within(anyText, { format: 'local-date' }), {
      accepts: 'date written YYYY-MM-DD, in quotes or not',
    }),
    description,
  );

/** Without a type, so that a wrong value is one problem. */
export const oneOf = <const T extends string | null>(...values: readonly T[]) =>
  schemaOf<T>({ enum: values });

type Named<Member> = Member extends `${infer Name}?` ? Name : Member & string;

/** A list of items with unique names, which may be of several members; an empty section may be null. */
export const listBy = <const M extends Members>(
  name: Named<keyof M> | readonly Named<keyof M>[],
  description: string,
  members: M,
) => about(within(orNull(listOf(object(members))), { uniqueBy: name }), description);

export const OPTION = { accepts: `list of texts of 1 to ${MAX_OPTION} characters`, default: [] };
export const text = within(anyText, { minLength: 1, maxLength: 200 });
export const textOrNull = orNull(text);
export const zone = about(
  within(anyText, { format: 'time-zone', accepts: 'IANA time zone, such as `America/Santiago`' }),
  'Determines the local day',
  'America/Santiago',
);
export const numberOrNull = orNull(number);
export const instantOrNull = orNull(within(anyText, { format: 'instant' }));
export const texts = orNull(listOf(text));
/** A group of members; null is one without any. */
export const group = <const M extends Members>(description: string, members: M) =>
  about(within(orNull(object(members)), { default: {} }), description);

export const key = (example: string, description = 'Identifies it in this file; immutable') =>
  about(
    within(text, { accepts: '1 to 100 characters, without `/` and without spaces around it' }),
    description,
    example,
  );
export const rate = orNull(within(number, { minimum: 0 }));
export const RATE = { accepts: '0 to 1,000,000,000 with at most 6 decimals', default: null };
export const project = about(text, 'Key of a project in this file or of an existing one', 'north');
export const sector = about(within(textOrNull, { default: null }), 'Key of a sector of that project', 'n1');

/** Of items whose context has no other state. */
export const status = about(
  within(oneOf('active', 'inactive', null), { default: 'active' }),
  'Inactive: out of use, and kept for what refers to it',
);
