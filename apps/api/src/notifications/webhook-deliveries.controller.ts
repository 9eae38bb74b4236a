import type { UserPrincipal } from '@furrow/access/domain';
import { GetReplay, ListDeliveries, RetryDelivery, StartReplay, TestWebhook } from '@furrow/notifications';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { pageMeta } from '../http/page-query.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { DeliveriesQuery, ReplayBody } from './webhook.dto.ts';
import {
  DELIVERIES,
  DELIVERY_ASKED,
  deliveryAnswer,
  EXAMPLE_DELIVERY_ID,
  LAST_REPLAY,
  REPLAY,
  replayAnswer,
} from './webhook.answer.ts';

const WebhookId = () => PathId('webhookId', EXAMPLE_IDS.webhook);

@Controller('api/control/webhooks/:webhookId')
@UserAccess('admin')
export class WebhookDeliveriesController {
  constructor(
    private readonly listDeliveries: ListDeliveries,
    private readonly testWebhook: TestWebhook,
    private readonly retryDelivery: RetryDelivery,
    private readonly startReplay: StartReplay,
    private readonly getReplay: GetReplay,
  ) {}

  @Get('deliveries')
  @Does(
    'Deliveries, with every attempt',
    'Latest first. Delivered ones are kept for a week, others for a month.',
  )
  @Answers(200, 'The page', DELIVERIES)
  @Refuses('webhook_not_found')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @WebhookId() webhookId: string,
    @ValidQuery(DeliveriesQuery) query: DeliveriesQuery,
  ) {
    const { items, total } = await this.listDeliveries.execute(companyId, webhookId, query);
    return ok(items.map(deliveryAnswer), { meta: pageMeta(query, total) });
  }

  @Post('test')
  @HttpCode(200)
  @Does('Send a test event', 'Its type is `webhook.test`; its delivery shows the result.')
  @Answers(200, 'Queued', DELIVERY_ASKED)
  @Refuses('webhook_not_found', 'webhook_paused')
  async test(@CurrentUser() { companyId }: UserPrincipal, @WebhookId() webhookId: string) {
    const deliveryId = await this.testWebhook.execute(companyId, webhookId);
    return ok({ deliveryId });
  }

  @Post('deliveries/:deliveryId/retry')
  @HttpCode(200)
  @Does(
    'Send a delivery again',
    'Immediately, with the same `webhook-id`; if that fails, by the whole schedule.',
  )
  @Answers(200, 'Queued', DELIVERY_ASKED)
  @Refuses('webhook_not_found', 'webhook_paused', 'delivery_not_found')
  async retry(
    @CurrentUser() { companyId }: UserPrincipal,
    @WebhookId() webhookId: string,
    @PathId('deliveryId', EXAMPLE_DELIVERY_ID) deliveryId: string,
  ) {
    await this.retryDelivery.execute(companyId, webhookId, deliveryId);
    return ok({ deliveryId });
  }

  @Post('replay')
  @HttpCode(202)
  @Does(
    'Replay past events',
    'Events of the webhook’s types that were committed since then, with the ids they had, whether or not they were delivered. ' +
      'They are queued in the background; a webhook has one replay at a time, and the same request again returns it.',
  )
  @ExampleBody({ since: '2006-01-31T08:00:00Z' })
  @Answers(202, 'The replay, which has begun', REPLAY)
  @Refuses('webhook_not_found', 'webhook_paused', 'replay_running')
  async replay(
    @CurrentUser() { companyId }: UserPrincipal,
    @WebhookId() webhookId: string,
    @ValidBody(ReplayBody) { since }: ReplayBody,
  ) {
    return ok(replayAnswer(await this.startReplay.execute(companyId, { webhookId, since })));
  }

  @Get('replay')
  @Does('How far the last replay is')
  @Answers(200, 'The replay; null if none was requested', LAST_REPLAY)
  @Refuses('webhook_not_found')
  async progress(@CurrentUser() { companyId }: UserPrincipal, @WebhookId() webhookId: string) {
    const replay = await this.getReplay.execute(companyId, webhookId);
    return ok(replay ? replayAnswer(replay) : null);
  }
}
