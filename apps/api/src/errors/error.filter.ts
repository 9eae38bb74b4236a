import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import { DomainError } from '@furrow/kernel';
import { DatabaseUnavailable, MediaUnavailable, Metrics } from '@furrow/platform';
import type { Request, Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { ClientGone } from '../http/client-gone.ts';
import { leaveBodyUnread } from '../http/unread-body.ts';
import { errorBody, shapeOf } from './error-body.ts';
import { MalformedJson, Overloaded, RetryLater, RouteNotFound } from './refusals.ts';
import { statusOf } from './status-of-code.ts';

/** What is not foreseen: told to the log whole, and to the client not at all. */
class Internal extends DomainError {
  override readonly code = 'internal';
  constructor() {
    super('Something went wrong on our side. It has been noted under this request’s x-request-id.');
  }
}

/** The one place where refusals become HTTP. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: PinoLogger,
    private readonly metrics: Metrics,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  answer(error: unknown, request: Request, response: Response): void {
    if (error instanceof ClientGone) {
      response.destroy();
      return;
    }
    const refusal = this.#refusalOf(error);
    const status = statusOf(refusal) ?? 500;
    this.metrics.refused.inc({ code: refusal.code });
    if (response.headersSent) {
      // An answer that was begun must not end as if it were complete.
      response.destroy();
      return;
    }
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="furrow"');
    if (status === 429 || status === 503)
      response.setHeader('Retry-After', String(retryAfterSeconds(refusal)));
    leaveBodyUnread(request, response);
    response.status(status).json(errorBody(shapeOf(request.path), status, refusal));
  }

  #refusalOf(error: unknown): DomainError {
    if (error instanceof DomainError && statusOf(error) !== undefined) return error;
    if (error instanceof DatabaseUnavailable) {
      this.logger.error({ err: error.cause }, 'the database cannot be reached');
      return new Overloaded();
    }
    if (error instanceof MediaUnavailable) {
      this.logger.error({ err: error.cause }, 'media cannot be stored');
      return new Overloaded('Media cannot be stored right now.');
    }
    if (error instanceof HttpException && error.getStatus() === 404) return new RouteNotFound();
    if (error instanceof URIError || (error instanceof HttpException && error.getStatus() === 400))
      return new MalformedJson('The request cannot be read.');
    this.logger.error({ err: error }, 'unforeseen error');
    return new Internal();
  }
}

/** Refusals of the contexts know nothing of headers; theirs are over in a moment. */
function retryAfterSeconds(refusal: DomainError): number {
  return refusal instanceof RetryLater ? refusal.retryAfterSeconds : 2;
}
