import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiParam } from '@nestjs/swagger';
import { cleanText, isStrict, Problems, type ReceivedBody } from '@furrow/http';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { ApiQueryOf } from '../../openapi/decorators.ts';
import type { ReadRequest } from './body-reader.ts';
import { knownAndUnknownMembers, knownMembers } from './known-members.ts';

type Dto = new () => object;

/**
 * The body as an instance of `Dto`; every wrong field is reported at once. Unknown members are dropped, or refused with
 * 400 in strict mode.
 */
export const ValidBody = (dto: Dto) => described(bodyOf(dto), ApiBody({ type: dto }));

const bodyOf = createParamDecorator((dto: Dto, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<ReadRequest>();
  const { members, problems } = receivedBy(request);
  return validated(dto, members, { strict: isStrict(request), problems });
});

/** The received body, for routes with rules of their own. */
export const Received = createParamDecorator((_: unknown, context: ExecutionContext) =>
  receivedBy(context.switchToHttp().getRequest<ReadRequest>()),
);

/** The files that were sent as parts. */
export const ReceivedFiles = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<ReadRequest>().receivedFiles ?? [],
);

/** An id in the path. Any text is accepted and may name nothing, except text that cannot be stored. */
export const PathId = (name: string, example: string, description = 'Its id from another response') =>
  described(pathIdOf(name), ApiParam({ name, type: String, description, example }));

const pathIdOf = createParamDecorator((name: string, context: ExecutionContext) => {
  const { params } = context.switchToHttp().getRequest<Request>();
  return cleanText(String(params[name]), name);
});

/** The query as an instance of `Dto`. A repeated parameter is refused. */
export const ValidQuery = (dto: Dto) => described(queryOf(dto), ApiQueryOf(dto));

const queryOf = createParamDecorator((dto: Dto, context: ExecutionContext) =>
  validQuery(dto, context.switchToHttp().getRequest<Request>().query),
);

/** The same for a route whose class depends on the request. @throws ValidationFailed */
export function validQuery<Query extends object>(dto: new () => Query, query: Request['query']): Query {
  const members = Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return [name, typeof first === 'string' ? cleanText(first, name) : first];
    }),
  ) as ReceivedBody['members'];
  const problems = Object.keys(knownMembers(dto, members))
    .filter((name) => Array.isArray(query[name]))
    .map((field) => ({ field, message: 'must be given once' }));
  return validated(dto, members, { strict: false, problems });
}

/** Combines a parameter with the documentation of what it takes. */
export function described(parameter: ParameterDecorator, documentation: MethodDecorator): ParameterDecorator {
  return (target, method, index) => {
    parameter(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) documentation(target, method, descriptor);
  };
}

function receivedBy(request: ReadRequest): ReceivedBody {
  if (!request.received) throw new Error('The body of this request has not been read');
  return request.received;
}

function validated<Body extends object>(
  dto: new () => Body,
  plain: object,
  { strict, problems }: { strict: boolean; problems: readonly FieldProblem[] },
): Body {
  const checked = checkedBody(dto, { members: plain as ReceivedBody['members'], problems }, strict);
  if (checked.problems.length > 0) throw new ValidationFailed(checked.problems);
  return checked.body;
}

/** For handlers with further rules. If there are problems, `body` must not be used. */
export function checkedBody<Body extends object>(
  dto: new () => Body,
  { members, problems }: Pick<ReceivedBody, 'members' | 'problems'>,
  strict: boolean,
): { readonly body: Body; readonly problems: readonly FieldProblem[] } {
  const plain = strict ? knownAndUnknownMembers(dto, members) : knownMembers(dto, members);
  const body = plainToInstance(dto, plain);
  const errors = validateSync(body, {
    whitelist: true,
    forbidNonWhitelisted: strict,
    forbidUnknownValues: false,
  });
  const found = new Problems();
  for (const error of errors) found.addAll(problemsOf(error, ''));
  found.addAll(problems);
  return { body, problems: found.found };
}

function* problemsOf(
  { property, value, constraints = {}, children = [] }: ValidationError,
  parent: string,
): Generator<FieldProblem> {
  const field = /^\d{1,9}$/.test(property)
    ? `${parent}[${property}]`
    : parent === ''
      ? property
      : `${parent}.${property}`;
  const own = Object.values(constraints).map((message) =>
    message
      .replace(`property ${property} should not exist`, 'is not accepted here')
      .replace(`${property} `, ''),
  );
  // Every rule fails for a missing value; one message is enough.
  const messages = value === undefined ? ['is required'] : new Set(own);
  if (own.length > 0) yield { field, message: [...messages].join(', ') };
  for (const child of children) yield* problemsOf(child, field);
}
