import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import { DomainError, ValidationFailed } from '@furrow/kernel';
import { DatabaseUnavailable, NodeUnavailable } from '@furrow/database/errors';
import { MediaUnavailable } from '@furrow/media';
import { Metrics } from '@furrow/observability';
import type { Request, Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { ClientGone } from './client-gone.ts';
import { leaveBodyUnread } from '../bodies/unread-body.ts';
import { errorBody } from './error-body.ts';
import { ErrorRules } from './error-rules.ts';
import { Internal, Overloaded, RetryLater, RouteNotFound } from './transport-errors.ts';

/** The one place of a host where refusals become HTTP answers. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: PinoLogger,
    private readonly metrics: Metrics,
    private readonly rules: ErrorRules,
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
    const status = this.rules.statusOf(refusal) ?? 500;
    this.metrics.refused.inc({ code: refusal.code });
    if (response.headersSent) {
      // A partial answer must not end as if it were complete.
      response.destroy();
      return;
    }
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="furrow"');
    if (status === 429 || status === 503)
      response.setHeader('Retry-After', String(retryAfterSeconds(refusal)));
    leaveBodyUnread(request, response);
    // A refusal is JSON, whatever media type the route would have answered.
    response
      .status(status)
      .type('json')
      .json(errorBody(this.rules.shapeOf(request.path), status, refusal));
  }

  #refusalOf(error: unknown): DomainError {
    if (error instanceof DomainError && this.rules.statusOf(error) !== undefined) return error;
    // Logged once, when the node was found hung.
    if (error instanceof NodeUnavailable) return new Overloaded();
    if (error instanceof DatabaseUnavailable) {
      this.logger.error({ err: error.cause }, 'the database cannot be reached');
      return new Overloaded();
    }
    if (error instanceof MediaUnavailable) {
      this.logger.error({ err: error.cause }, 'media cannot be stored');
      return new Overloaded('Media cannot be stored right now.');
    }
    if (error instanceof HttpException && error.getStatus() === 404) return new RouteNotFound();
    // The router's only error: a path whose percent-encoding is invalid.
    if (error instanceof URIError || (error instanceof HttpException && error.getStatus() === 400))
      return ValidationFailed.of('path', 'must be percent-encoded UTF-8');
    this.logger.error({ err: error }, 'unexpected error');
    return new Internal();
  }
}

/** Refusals of the contexts have no headers; a conflict of theirs is over within a second. */
function retryAfterSeconds(refusal: DomainError): number {
  return refusal instanceof RetryLater ? refusal.retryAfterSeconds : 2;
}
