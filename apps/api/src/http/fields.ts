import { Decimal, instantOf, isLocalDate } from '@furrow/kernel';
import { about, schemaOf } from '@furrow/kernel/schema';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDate,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  Matches,
  Max,
  maxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { Holds } from './bodies/known-members.ts';
import { numberIn, problemOfNumber } from './number-in-query.ts';

const MAX_ID = 128;
const MAX_MONEY = 1_000_000_000;

/** Several rules as one. */
export const allOf =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) =>
    rules.forEach((rule) => rule(target, property));

/**
 * Whether a value is a text of at most `max` code points, an emoji being one. The library lists all surrogate pairs to
 * count them, of which a text of 20 MB has millions; therefore a text that is too long in any case is not counted.
 */
const isTextUpTo = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= 2 * max && maxLength(value, max);

/**
 * A rule.
 * @param accepts the value, beside the other members of its object
 * @param message what the field must be, where its name is `$property`; or that for a certain value
 */
export const Must = (
  accepts: (value: unknown, members: Readonly<Record<string, unknown>>) => boolean,
  message: string | ((value: unknown) => string),
) =>
  ValidateBy({
    name: String(message),
    validator: {
      validate: (value, args) => accepts(value, (args?.object ?? {}) as Record<string, unknown>),
      defaultMessage: (args) => (typeof message === 'string' ? message : message(args?.value)),
    },
  });

const TextUpTo = (max: number, message: string) => Must((value) => isTextUpTo(value, max), message);

// What a field accepts, for validation and for the API's document.

export const Id = () => Text(MAX_ID);

export const Text = (max: number) => {
  const message = `$property must be a text of 1 to ${max} characters`;
  return allOf(
    IsNotEmpty({ message }),
    TextUpTo(max, message),
    ApiProperty({ type: String, minLength: 1, maxLength: max }),
  );
};

/** Text with something to read in it. */
export const Words = (max: number) => {
  const message = `$property must be a text of 1 to ${max} characters that is not blank`;
  return allOf(
    Matches(/\S/, { message }),
    TextUpTo(max, message),
    ApiProperty({ type: String, minLength: 1, maxLength: max, pattern: '\\S' }),
  );
};

/** Text that may be empty. */
export const Notes = (max: number) =>
  allOf(
    TextUpTo(max, `$property must be a text of at most ${max} characters`),
    ApiProperty({ type: String, maxLength: max }),
  );

export const Hours = () => WholeNumber(1, 24);

/** A whole number from 1, such as a version. */
export const Ordinal = () => {
  const message = '$property must be a whole number of at least 1';
  return allOf(IsInt({ message }), Min(1, { message }), ApiProperty({ type: 'integer', minimum: 1 }));
};

export const NumberFrom = (min: number, max?: number) => {
  const message = `$property must be a number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return allOf(
    IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
    Min(min, { message }),
    ...(max === undefined ? [] : [Max(max, { message })]),
    ApiProperty({ type: Number, minimum: min, ...(max !== undefined && { maximum: max }) }),
  );
};

/** A number above 0 with at most so many decimals. */
export const Amount = (max: number, decimals: number) =>
  allOf(
    Must(
      (value) => typeof value === 'number' && value > 0 && value <= max && hasDecimals(value, decimals),
      `$property must be a number above 0 and up to ${max}, with at most ${decimals} decimals`,
    ),
    ApiProperty({ type: Number, exclusiveMinimum: 0, maximum: max } as unknown as ApiPropertyOptions),
  );

export const OtherThan = (value: number) => Must((each) => each !== value, `$property must not be ${value}`);

/** True or false. */
export const Flag = () =>
  allOf(
    Must((value) => typeof value === 'boolean', '$property must be true or false'),
    ApiProperty({ type: Boolean }),
  );

export const Decimals = (most: number) =>
  Must(
    (value) => typeof value !== 'number' || !Number.isFinite(value) || hasDecimals(value, most),
    `$property must have at most ${most} decimals`,
  );

function hasDecimals(value: number, most: number): boolean {
  const decimal = new Decimal(value);
  return decimal.round(most).eq(decimal);
}

export const WholeNumber = (min: number, max: number) => {
  const message = `$property must be a whole number from ${min} to ${max}`;
  return allOf(
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
    ApiProperty({ type: 'integer', minimum: min, maximum: max }),
  );
};

export const Money = () => NumberFrom(0, MAX_MONEY);

export const OneOf = (values: readonly string[]) =>
  allOf(
    IsIn([...values], { message: `$property must be one of ${values.join(', ')}` }),
    ApiProperty({ type: String, enum: [...values] }),
  );

/** A list of some of these values. */
export const EachOneOf = (values: readonly string[]) => {
  const isOne = oneOfThem(values);
  return allOf(
    Must(
      (value) => Array.isArray(value) && value.length <= values.length && value.every(isOne),
      `$property must be a list of ${values.join(', ')}`,
    ),
    Holds({ max: values.length }),
    ApiProperty({
      type: 'array',
      items: { type: 'string', enum: [...values] },
      maxItems: values.length,
      uniqueItems: true,
    }),
  );
};

const oneOfThem = (values: readonly string[]) => (value: unknown) => values.includes(value as string);

/** A list of some of these values, each as often as you like. */
export const NamesSomeOf = (values: readonly string[], written = '') =>
  Must(
    (value) => Array.isArray(value) && value.every(oneOfThem(values)),
    `$property must name one or more of ${values.join(', ')}${written}`,
  );

/** Some of these values in a query, separated by commas; a list once validated. */
export const SomeOf = (values: readonly string[]) => {
  return allOf(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value)),
    NamesSomeOf(values, ', separated by commas'),
    ApiProperty({ type: String, pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` }),
  );
};

/** A number in a query, as programs print numbers. */
export const NumberAsked = (min: number, max: number, fallback?: number) =>
  allOf(
    Transform(({ value }: { value: unknown }) => numberIn(value)),
    Must(
      (value) => problemOfNumber(value, min, max) === undefined,
      (value) => `$property ${problemOfNumber(value, min, max)}`,
    ),
    ApiProperty({
      type: Number,
      minimum: min,
      maximum: max,
      ...(fallback !== undefined && { default: fallback }),
    }),
  );

/** A whole number from 1 in a query, as programs print whole numbers: in digits. */
export const Counted = (max: number, fallback: number) =>
  allOf(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    Must(
      (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max,
      `$property must be a whole number from 1 to ${max}, written in digits`,
    ),
    ApiProperty({ type: 'integer', minimum: 1, maximum: max, default: fallback, required: false }),
  );

/** An ISO 8601 date-time with `Z` or an offset; an instant once validated. */
export const Instant = () =>
  allOf(
    Transform(({ value }: { value: unknown }) => instantOf(value) ?? value),
    IsDate({
      message: '$property must be an ISO 8601 date-time with Z or an offset, such as 2026-01-31T08:00:00Z',
    }),
    ApiProperty({ type: String, format: 'date-time' }),
  );

export const CalendarDate = () =>
  allOf(
    Must(isLocalDate, '$property must be a date written YYYY-MM-DD'),
    ApiProperty({ type: String, format: 'date' }),
  );

const OBJECT = { message: '$property must be an object' };

/** An object with any members; handlers take them from the received body. */
export const Members = () =>
  allOf(IsObject(OBJECT), Holds({}), ApiProperty({ type: 'object', additionalProperties: true }));

export const Nested = (body: () => new () => object) =>
  allOf(
    IsObject(OBJECT),
    ValidateNested(OBJECT),
    Type(body),
    Holds({ dto: body }),
    ApiProperty({ type: () => body() }),
  );

export const ListOf = (body: () => new () => object, max: number) => {
  const each = { each: true, message: '$property must contain only objects' };
  return allOf(
    IsArray({ message: '$property must be a list' }),
    ArrayMaxSize(max, { message: `$property must have at most ${max} items` }),
    IsObject(each),
    ValidateNested(each),
    Type(body),
    Holds({ dto: body, max }),
    ApiProperty({ type: () => [body()], maxItems: max }),
  );
};

/** A list of texts with this maximum length, each in an item of its own. */
export const Texts = ({ min = 0, most, length }: { min?: number; most: number; length: number }) => {
  return allOf(
    Must(
      (value) =>
        Array.isArray(value) &&
        value.length >= min &&
        value.length <= most &&
        value.every((each) => each !== '' && isTextUpTo(each, length)),
      `$property must be a list of ${min} to ${most} texts of 1 to ${length} characters`,
    ),
    Holds({ max: most }),
    ApiProperty({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: length },
      minItems: min,
      maxItems: most,
    }),
  );
};

/** May be omitted; null counts as omitted, or clears the value if the field says so. */
export const Optional = (...rules: PropertyDecorator[]) =>
  allOf(IsOptional(), ...rules, ApiProperty({ required: false, nullable: true }));

/** May be omitted, but must not be null. */
export const IfGiven = (...rules: PropertyDecorator[]) =>
  allOf(
    ValidateIf((_body, value) => value !== undefined),
    ...rules,
    ApiProperty({ required: false }),
  );

/** The meaning of a field, its unit and an example, for the API's document. */
export const About = (description: string, example?: unknown) =>
  ApiProperty(about(schemaOf({}), description, example) as ApiPropertyOptions);

// Filters of lists and reports.

export const OfCompany = () =>
  allOf(About('Must be the caller’s company', EXAMPLE_IDS.company), IfGiven(Id()));

export const OfProject = () => allOf(About('A project of the company', EXAMPLE_IDS.project), IfGiven(Id()));

export const OfSector = () =>
  allOf(
    About('A sector of the company, and of the project where one is given', EXAMPLE_IDS.sector),
    IfGiven(Id()),
  );
