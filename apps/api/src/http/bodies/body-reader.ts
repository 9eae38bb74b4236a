import { ValidationFailed } from '@furrow/kernel';
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
import { BODY_PACE, LARGE_PACE, type Pace } from '@furrow/http/limits';
import { AlsoInParts, TakesFile } from '../../openapi/decorators.ts';
import { LargeBodies, type Upload } from './large-bodies.ts';
import { readMultipart, readParts, type ReceivedFile } from './multipart-body.ts';

const LIMIT = Symbol('body limit');
const JSON_PART = Symbol('part that holds the JSON');
const FILE = Symbol('media types of a body that is a file');
/** A file of whatever kind. */
const ANY_FILE = 'application/octet-stream';
const ITEMS_APART = Symbol('list whose items are judged one by one');
const DEFAULT_LIMIT_MB = 1;
const MB = 1_048_576;

/** The maximum body of this route in MB of 1,048,576 bytes. */
export const BodyLimit = (megabytes: number) => SetMetadata(LIMIT, megabytes);

/** This route also accepts multipart/form-data: its JSON in the part of this name, a file in each of the others. */
export const FilesBeside = (jsonPart: string) =>
  applyDecorators(SetMetadata(JSON_PART, jsonPart), AlsoInParts(jsonPart));

/**
 * The body of this route is one file of these media types, or multipart/form-data with the file as its only part. The
 * route looks at the bytes itself, so a file of an unknown media type is accepted.
 */
export const FileBody = (...mediaTypes: readonly string[]) =>
  applyDecorators(SetMetadata(FILE, [...mediaTypes, ANY_FILE]), TakesFile([...mediaTypes, ANY_FILE]));

/** The items of this list of the body are validated one by one: no item is refused for another one. */
export const ItemsApart = (list: string) => SetMetadata(ITEMS_APART, list);

export interface ReadRequest extends Request {
  received?: ReceivedBody;
  /** The files of a multipart body, or the body that is a file. */
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
      file: this.reflector.get<readonly string[] | undefined>(FILE, handler),
      json: this.reflector.get<string | undefined>(JSON_PART, handler),
      itemsApart: this.reflector.get<string | undefined>(ITEMS_APART, handler),
    };
    const upload = this.largeBodies.uploadOf(request, http.getResponse<Response>(), limit * MB);
    return from(read(request, limit * MB, parts, upload)).pipe(
      switchMap(() => next.handle()),
      finalize(() => {
        upload?.end();
        // An idle connection keeps its last request until the next one.
        delete request.received;
        delete request.receivedFiles;
      }),
    );
  }
}

interface BodyParts {
  readonly file: readonly string[] | undefined;
  readonly json: string | undefined;
  readonly itemsApart: string | undefined;
}

async function read(
  request: ReadRequest,
  limit: number,
  { file, json, itemsApart }: BodyParts,
  upload: Upload | undefined,
): Promise<void> {
  const pace = upload ? LARGE_PACE : BODY_PACE;
  if (upload) await upload.arrive();
  if (file !== undefined) {
    request.received = EMPTY_BODY;
    request.receivedFiles = [await readFile(request, limit, file, pace)];
    if (upload) await upload.work();
    return;
  }
  if (json !== undefined && isMultipart(request)) {
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

const isMultipart = ({ headers }: Request): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

async function readFile(
  request: ReadRequest,
  limit: number,
  mediaTypes: readonly string[],
  pace: Pace,
): Promise<ReceivedFile> {
  if (isMultipart(request)) {
    const [only, ...more] = await readParts(request, limit, pace, 'file');
    if (only === undefined) throw ValidationFailed.of('file', 'is missing: one part must be the file');
    if (more.length > 0) throw ValidationFailed.of('file', 'must be the only part');
    return only;
  }
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = await readBytes(request, limit, pace);
  if (bytes.length === 0) throw ValidationFailed.of('file', 'is missing: the body must be the file');
  if (!mediaTypes.includes(type))
    throw new UnsupportedMediaType(`${mediaTypes.join(', ')} or multipart/form-data`);
  return { field: 'file', bytes };
}
