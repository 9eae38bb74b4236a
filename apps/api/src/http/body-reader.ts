import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, switchMap } from 'rxjs';
import { UnsupportedMediaType } from '../errors/refusals.ts';
import { readBytes } from './body-bytes.ts';
import { parseJsonBody, type ReceivedBody } from './json-body.ts';

const LIMIT = Symbol('body limit');
const DEFAULT_LIMIT_MB = 1;
const MB = 1_048_576;

/** How many MB of body this route takes, 1 MB being 1,048,576 bytes. */
export const BodyLimit = (megabytes: number) => SetMetadata(LIMIT, megabytes);

/** A request whose body was read. */
export interface ReadRequest extends Request {
  received?: ReceivedBody;
}

/** Reads the body once the guards have let the caller in, and not a byte before. */
@Injectable()
export class BodyReader implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<ReadRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const limit = this.reflector.get<number | undefined>(LIMIT, context.getHandler()) ?? DEFAULT_LIMIT_MB;
    return from(read(request, limit * MB)).pipe(switchMap(() => next.handle()));
  }
}

async function read(request: ReadRequest, limit: number): Promise<void> {
  const bytes = await readBytes(request, limit);
  if (bytes.length > 0 && !isJson(request)) throw new UnsupportedMediaType();
  request.received = bytes.length === 0 ? { members: {}, problems: [] } : parseJsonBody(bytes);
}

function isJson(request: Request): boolean {
  const type = request.headers['content-type'] ?? '';
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type) && /^utf-?8$/i.test(charset);
}
