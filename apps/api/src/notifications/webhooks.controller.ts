import type { UserPrincipal } from '@furrow/access/domain';
import {
  CreateWebhook,
  DeleteWebhook,
  GetWebhook,
  ListWebhooks,
  RotateWebhookSecret,
  UpdateWebhook,
} from '@furrow/notifications';
import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { CreateWebhookBody, UpdateWebhookBody } from './webhook.dto.ts';
import { SECRET_ROTATED, WEBHOOK, WEBHOOK_CREATED, webhookAnswer, WEBHOOKS } from './webhook.answer.ts';

const WebhookId = () => PathId('webhookId', EXAMPLE_IDS.webhook);

@Controller('api/control/webhooks')
@UserAccess('admin')
export class WebhooksController {
  constructor(
    private readonly createWebhook: CreateWebhook,
    private readonly updateWebhook: UpdateWebhook,
    private readonly getWebhook: GetWebhook,
    private readonly listWebhooks: ListWebhooks,
    private readonly deleteWebhook: DeleteWebhook,
    private readonly rotateSecret: RotateWebhookSecret,
  ) {}

  @Post()
  @Does(
    'Create a webhook',
    'Events committed from now on are sent to the URL, signed by Standard Webhooks 1.0, at least once.',
  )
  @ExampleBody({ url: 'https://hooks.example.com/furrow', events: ['session.closed', 'records.added'] })
  @Answers(201, 'Created', WEBHOOK_CREATED)
  @Refuses('url_not_allowed', 'too_many_webhooks')
  async create(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidBody(CreateWebhookBody) body: CreateWebhookBody,
  ) {
    const { webhook, secret } = await this.createWebhook.execute(companyId, body);
    return ok({ webhookId: webhook.state.webhookId, secret: secret.text });
  }

  @Get()
  @Does('Webhooks', 'All of the company, oldest first, without secrets.')
  @Answers(200, 'The webhooks', WEBHOOKS)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok((await this.listWebhooks.execute(companyId)).map(webhookAnswer));
  }

  @Get(':webhookId')
  @Does('A webhook')
  @Answers(200, 'The webhook', WEBHOOK)
  @Refuses('webhook_not_found')
  async get(@CurrentUser() { companyId }: UserPrincipal, @WebhookId() webhookId: string) {
    return ok(webhookAnswer(await this.getWebhook.execute(companyId, webhookId)));
  }

  @Patch(':webhookId')
  @Does('Change, pause or resume a webhook', 'Omitted members stay as they are.')
  @ExampleBody({ status: 'paused' })
  @Answers(200, 'Its new state', WEBHOOK)
  @Refuses('webhook_not_found', 'url_not_allowed')
  async update(
    @CurrentUser() { companyId }: UserPrincipal,
    @WebhookId() webhookId: string,
    @ValidBody(UpdateWebhookBody) body: UpdateWebhookBody,
  ) {
    const webhook = await this.updateWebhook.execute(companyId, webhookId, body);
    return ok(webhookAnswer(webhook));
  }

  @Delete(':webhookId')
  @HttpCode(204)
  @Does('Delete a webhook', 'Nothing more is sent, and its deliveries are deleted.')
  @Answers(204, 'Deleted')
  @Refuses('webhook_not_found')
  async delete(@CurrentUser() { companyId }: UserPrincipal, @WebhookId() webhookId: string): Promise<void> {
    await this.deleteWebhook.execute(companyId, webhookId);
  }

  @Post(':webhookId/rotate-secret')
  @HttpCode(200)
  @Does('Rotate a webhook’s secret', 'For 24 hours both secrets sign, so that the receiver can change over.')
  @Answers(200, 'The new secret', SECRET_ROTATED)
  @Refuses('webhook_not_found')
  async rotate(@CurrentUser() { companyId }: UserPrincipal, @WebhookId() webhookId: string) {
    const { secret, overlapsUntil } = await this.rotateSecret.execute(companyId, webhookId);
    return ok({ webhookId, secret: secret.text, overlapsUntil: overlapsUntil.toISOString() });
  }
}
