import { instantOf } from '@furrow/kernel';
import { Transform } from 'class-transformer';
import {
  IsDate,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

const all =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) =>
    rules.forEach((rule) => rule(target, property));

const MAX_ID = 128;
const MAX_MONEY = 1_000_000_000;

/** Rules that fields share, each with what it accepts. Null counts as left out unless said. */
export const Id = () => all(IsString(), IsNotEmpty(), MaxLength(MAX_ID));
export const OptionalId = () => all(IsOptional(), Id());
export const Text = (max: number) => all(IsString(), IsNotEmpty(), MaxLength(max));
export const OptionalText = (max: number) => all(IsOptional(), IsString(), MaxLength(max));
export const Hours = () => all(IsInt(), Min(1), Max(24));
export const Money = () => all(IsNumber({ allowNaN: false, allowInfinity: false }), Min(0), Max(MAX_MONEY));

/** A member that may be left out, but is no null where it is given. */
export const IfGiven = (...rules: PropertyDecorator[]) => all(ValidateIf((_body, value) => value !== undefined), ...rules);

/** An ISO 8601 date-time with `Z` or an offset; an instant once validated. */
export const Instant = () =>
  all(
    Transform(({ value }: { value: unknown }) => instantOf(value) ?? value),
    IsDate({ message: '$property must be an ISO 8601 date-time with Z or an offset, such as 2026-01-31T08:00:00Z' }),
  );

export const Nested = () => ValidateNested({ message: '$property must be an object' });
