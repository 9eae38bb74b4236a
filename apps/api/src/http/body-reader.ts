import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { from, switchMap } from 'rxjs';
import { PayloadTooLarge, UnsupportedMediaType } from '../errors/refusals.ts';
import { parseJsonBody } from './json-body.ts';

const LIMIT = Symbol('body limit');
const DEFAULT_LIMIT = '1mb';

/** How large a body this route takes, such as `5mb` (1 MB is 1,048,576 bytes). */
export const BodyLimit = (limit: string) => SetMetadata(LIMIT, limit);

/** Reads the body once the guards have let the caller in, and not a byte before. */
@Injectable()
export class BodyReader implements NestInterceptor {
  readonly #readers = new Map<string, RequestHandler>();

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const limit = this.reflector.get<string | undefined>(LIMIT, context.getHandler()) ?? DEFAULT_LIMIT;
    return from(this.#read(request, http.getResponse<Response>(), limit)).pipe(switchMap(() => next.handle()));
  }

  async #read(request: Request, response: Response, limit: string): Promise<void> {
    const bytes = await this.#bytes(request, response, limit);
    if (bytes.length > 0 && !isJson(request)) throw new UnsupportedMediaType();
    request.body = bytes.length === 0 ? {} : parseJsonBody(bytes);
  }

  #bytes(request: Request, response: Response, limit: string): Promise<Buffer> {
    let reader = this.#readers.get(limit);
    if (!reader) this.#readers.set(limit, (reader = express.raw({ limit, type: () => true })));
    return new Promise((resolve, reject) => {
      void reader(request, response, (error?: unknown) => {
        if (error) reject(refusalOf(error, limit));
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
    });
  }
}

function isJson(request: Request): boolean {
  const type = request.headers['content-type'] ?? '';
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type) && /^utf-?8$/i.test(charset);
}

function refusalOf(error: unknown, limit: string): unknown {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large') return new PayloadTooLarge(limit.toUpperCase().replace('MB', ' MB'));
  if (type === 'encoding.unsupported') return new UnsupportedMediaType();
  return error;
}
