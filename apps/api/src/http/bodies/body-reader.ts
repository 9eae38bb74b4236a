import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { finalize, from, switchMap } from 'rxjs';
import {
  EMPTY_BODY,
  isJson,
  parseJsonBody,
  readBytes,
  type ReceivedBody,
  UnsupportedMediaType,
} from '@furrow/http';
import { BODY_PACE, LARGE_PACE } from '@furrow/http/limits';
import { AlsoInParts } from '../../openapi/decorators.ts';
import { LargeBodies, type Upload } from './large-bodies.ts';
import { readMultipart, type ReceivedFile } from './multipart-body.ts';

const LIMIT = Symbol('body limit');
const JSON_PART = Symbol('part that holds the JSON');
const ITEMS_APART = Symbol('list whose items are judged one by one');
const DEFAULT_LIMIT_MB = 1;
const MB = 1_048_576;

/** The maximum body of this route in MB of 1,048,576 bytes. */
export const BodyLimit = (megabytes: number) => SetMetadata(LIMIT, megabytes);

/** This route also accepts multipart/form-data: its JSON in the part of this name, a file in each of the others. */
export const FilesBeside = (jsonPart: string) =>
  applyDecorators(SetMetadata(JSON_PART, jsonPart), AlsoInParts(jsonPart));

/** The items of this list of the body are validated one by one: no item is refused for another one. */
export const ItemsApart = (list: string) => SetMetadata(ITEMS_APART, list);

/** A request whose body was read. */
export interface ReadRequest extends Request {
  received?: ReceivedBody;
  /** The files of a multipart body. */
  receivedFiles?: readonly ReceivedFile[];
}

/** Reads the body after the guards have admitted the caller, and not earlier. */
@Injectable()
export class BodyReader implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly largeBodies: LargeBodies,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<ReadRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const handler = context.getHandler();
    const limit = this.reflector.get<number | undefined>(LIMIT, handler) ?? DEFAULT_LIMIT_MB;
    const parts = {
      json: this.reflector.get<string | undefined>(JSON_PART, handler),
      itemsApart: this.reflector.get<string | undefined>(ITEMS_APART, handler),
    };
    const upload = this.largeBodies.uploadOf(request, http.getResponse<Response>(), limit * MB);
    return from(read(request, limit * MB, parts, upload)).pipe(
      switchMap(() => next.handle()),
      finalize(() => upload?.end()),
    );
  }
}

async function read(
  request: ReadRequest,
  limit: number,
  { json, itemsApart }: { readonly json: string | undefined; readonly itemsApart: string | undefined },
  upload: Upload | undefined,
): Promise<void> {
  const pace = upload ? LARGE_PACE : BODY_PACE;
  if (upload) await upload.arrive();
  if (json !== undefined && /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    const { body, files } = await readMultipart(request, json, limit, pace);
    request.received = body;
    request.receivedFiles = files;
    if (upload) await upload.work();
    return;
  }
  const bytes = await readBytes(request, limit, pace);
  if (upload) await upload.work();
  if (bytes.length > 0 && !isJson(request))
    throw new UnsupportedMediaType(json && 'application/json in UTF-8 or multipart/form-data');
  request.received = bytes.length === 0 ? EMPTY_BODY : parseJsonBody(bytes, itemsApart);
}
