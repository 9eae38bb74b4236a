import { RateLimited } from '@furrow/http';
import { TokenBuckets } from '@furrow/http/limits';
import { ShowWorkerDays } from '@furrow/payroll';
import { ReceiptNotFound } from '@furrow/payroll/domain';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiParam, ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { languageOf } from '../http/pages/page.ts';
import { AnswersBytes, Does, Refuses, RefusesInPages } from '../openapi/decorators.ts';
import { ReceiptLinks } from './receipt-links.ts';
import { noDaysPage, WORKER_DAYS_POLICY, workerDaysPage } from './worker-days-page.ts';

/** Pages a second of one link; a worker reads one. */
const PER_LINK = 2;

/** Nobody else is to find the page or to learn its address. */
const PRIVATE = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
};

/** A worker's own days. The link is the credential. */
@Controller('my')
export class WorkerDaysController {
  readonly #rate = new TokenBuckets(PER_LINK);

  constructor(
    private readonly links: ReceiptLinks,
    private readonly showWorkerDays: ShowWorkerDays,
  ) {}

  @Get(':token')
  @Does(
    'A worker’s own days',
    'A page without scripts, in English or Spanish, at the address from `POST /api/control/receipts`, which is the credential.',
  )
  @ApiParam({ name: 'token', description: 'From the link', schema: { type: 'string' } })
  @ApiQuery({
    ...{ name: 'lang', required: false, description: 'The language, else that of the browser' },
    schema: { type: 'string', enum: ['en', 'es'] },
  })
  @AnswersBytes(200, 'The page', ['text/html'])
  @RefusesInPages()
  @Refuses('receipt_not_found')
  async show(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const language = lang === 'en' || lang === 'es' ? lang : languageOf(request);
    // Also of a refusal that is not a page.
    response.set(PRIVATE);
    try {
      const linked = await this.links.open(token);
      if (linked === undefined) throw new ReceiptNotFound();
      const wait = this.#rate.take(linked.receiptId);
      if (wait > 0) throw new RateLimited('address', wait);
      const days = await this.showWorkerDays.execute(linked.companyId, linked.receiptId);
      sendPage(response, workerDaysPage(days, language));
    } catch (error) {
      const isPage = error instanceof ReceiptNotFound && request.accepts(['json', 'html']) === 'html';
      if (!isPage) throw error;
      sendPage(response.status(404), noDaysPage(language));
    }
  }
}

function sendPage(response: Response, html: string): void {
  response.setHeader('Content-Security-Policy', WORKER_DAYS_POLICY);
  response.vary('Accept-Language').type('html').send(html);
}
