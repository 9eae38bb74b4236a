import type { UserPrincipal } from '@furrow/access/domain';
import { ClientGone, Overloaded, RetryLater } from '@furrow/http';
import { Clock } from '@furrow/kernel';
import { LiveEvents } from '@furrow/notifications';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { credentialEnd, CurrentUser, UserAccess } from '../auth/index.ts';
import { About, Counted } from '../http/fields.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { AnswersIn, Does } from '../openapi/decorators.ts';
import { EVENT_STREAM } from './event.answer.ts';
import { EventStreamAnswer } from './event-stream-answer.ts';

const LONGEST_SECONDS = 3_600;
const FULL_RETRY_SECONDS = 30;

class ListenQuery {
  @About('The stream ends after this many seconds, or earlier with the credential', 3_600)
  @Counted(LONGEST_SECONDS, LONGEST_SECONDS)
  seconds = LONGEST_SECONDS;
}

class TooManyStreams extends RetryLater {
  override readonly code = 'rate_limited';
  constructor(whose: 'user' | 'company') {
    super(
      `This ${whose} has the maximum number of event streams open: close one, or try again later.`,
      FULL_RETRY_SECONDS,
    );
  }
}

@Controller('api/control/events')
@UserAccess()
export class EventsController {
  constructor(
    private readonly live: LiveEvents,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Does(
    'Follow events (server-sent events)',
    'The events committed from now on in the user’s company, as far as the user may read them: all of them for an admin; ' +
      'for a supervisor those of their own sessions and form records. An event has a type and ids, with which you read the rest. ' +
      'With `Last-Event-ID` the stream continues after that event; if that is unknown or older than an hour, an event `reset` ' +
      'follows: read again what you show. An event may arrive twice with the same id. The stream ends with the credential, when ' +
      'the user’s role or status changes, and after an hour: connect again.',
  )
  @ApiHeader({
    ...{
      name: 'Last-Event-ID',
      required: false,
      description: 'The `id` of the last event that was received',
    },
    schema: { type: 'string' },
  })
  @AnswersIn(200, 'Events, and every 15 seconds a comment', EVENT_STREAM)
  async listen(
    @CurrentUser() { companyId, userId, role }: UserPrincipal,
    @ValidQuery(ListenQuery) { seconds }: ListenQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const until = this.#until(request, seconds);
    const who = { companyId, userId, role, until };
    const full = this.live.fullFor(who);
    if (full === 'process') throw new Overloaded('The maximum number of event streams is open.');
    if (full !== undefined) throw new TooManyStreams(full);
    const answer = new EventStreamAnswer(response, () => this.clock.now());
    const leave = await this.live.listen(who, answer, request.get('last-event-id'));
    response.once('close', leave);
    if (response.destroyed) {
      leave();
      throw new ClientGone();
    }
    // A HEAD request has no body.
    if (request.method === 'HEAD') answer.end();
  }

  #until(request: Request, seconds: number): Date {
    const longest = this.clock.now().getTime() + seconds * 1_000;
    return new Date(Math.min(longest, credentialEnd(request).getTime()));
  }
}
