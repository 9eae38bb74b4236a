import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { cleanText } from './json-body.ts';

type Dto = new () => object;

/** The body as an instance of `Dto`, every wrong field told at once. Unknown members are dropped, or 400 when the client asks. */
export const ValidBody = createParamDecorator((dto: Dto, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return validated(dto, request.body as object, isStrict(request));
});

/** The query as an instance of `Dto`. A parameter given twice is wrong. */
export const ValidQuery = createParamDecorator((dto: Dto, context: ExecutionContext) => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const clean = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'string' ? cleanText(value, name) : value,
  ]);
  return validated(dto, Object.fromEntries(clean) as object, false);
});

/** RFC 7240: a client that wants to hear of members the service does not know. */
export function isStrict(request: Request): boolean {
  return /(^|[,;\s])handling\s*=\s*"?strict"?\s*($|[,;\s])/i.test(String(request.headers['prefer'] ?? ''));
}

function validated(dto: Dto, plain: object, strict: boolean): object {
  const instance = plainToInstance(dto, plain);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: strict, forbidUnknownValues: false });
  if (errors.length > 0) throw new ValidationFailed(errors.flatMap((error) => problemsOf(error, '')));
  return instance;
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) =>
    message.replace(`property ${error.property} should not exist`, 'is not known here').replace(`${error.property} `, ''),
  );
  return [
    ...(own.length > 0 ? [{ field, message: own.join(', ') }] : []),
    ...(error.children ?? []).flatMap((child) => problemsOf(child, field)),
  ];
}
