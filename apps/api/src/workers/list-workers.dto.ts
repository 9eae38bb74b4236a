import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { About, IfGiven, Notes } from '../http/fields.ts';

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 100;
const MAX_TEXT = 200;

/** A whole number as a query carries it: digits alone, where `Number` would take `1e1` and ` 7 ` too. */
function Counted(max: number, fallback: number): PropertyDecorator {
  const rules = [
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    IsInt(),
    Min(1),
    Max(max),
    ApiProperty({ type: 'integer', minimum: 1, maximum: max, default: fallback, required: false }),
  ];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}

/** An empty text counts as left out. */
export class ListWorkersQuery {
  @About('From 1')
  @Counted(MAX_PAGE, 1)
  page = 1;

  @About('Workers a page')
  @Counted(MAX_PAGE_SIZE, 25)
  pageSize = 25;

  @About('Anywhere in name or code; case and accents do not count')
  @IfGiven(Notes(MAX_TEXT))
  q?: string;

  @About('A value that no option has meets nobody')
  @IfGiven(Notes(MAX_TEXT))
  status?: string;

  @About('A value that no option has meets nobody')
  @IfGiven(Notes(MAX_TEXT))
  position?: string;

  @About('A value that no option has meets nobody')
  @IfGiven(Notes(MAX_TEXT))
  employment_type?: string;
}
