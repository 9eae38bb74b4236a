import { PublicAddress } from '@furrow/media';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AnswersAlso, Does } from '../openapi/decorators.ts';
import * as s from '../openapi/schema.ts';
import { API_VERSION } from '../openapi/version.ts';
import { ok } from '../http/ok.ts';
import { Readiness } from './readiness.ts';
import { WELCOME_POLICY, welcomeFor, welcomePage } from './welcome-page.ts';

const link = s.within(s.text, { format: 'uri' });
const LINKS = s.object({
  console: s.about(link, 'For people: the console', 'https://api.example/console/'),
  reference: s.about(link, 'For people: every operation, with a form to try it', 'https://api.example/docs'),
  openapi: s.about(link, 'For programs: the same', 'https://api.example/openapi.json'),
  health: s.about(link, 'Why it is not ready', 'https://api.example/health/ready'),
});
const WELCOME = s.success(
  s.named('Welcome', 'The service at this address.', {
    name: s.about(s.text, 'Name of the software', 'Furrow'),
    version: s.about(s.text, 'Version of the API', API_VERSION),
    ready: s.about(s.flag, 'Whether it is ready, at most a second old', true),
    links: s.about(LINKS, 'Where to go next'),
  }),
);

/** The page at the bare address. */
@Controller()
export class RootController {
  constructor(
    private readonly readiness: Readiness,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Does('What this service is, whether it is healthy, and links', 'A page for browsers, JSON for programs.')
  @AnswersAlso(200, 'The service', WELCOME, { 'text/html': { schema: s.text } })
  async welcome(@Req() request: Request, @Res() response: Response): Promise<void> {
    const welcome = welcomeFor(this.address.url, await this.readiness.ready());
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.json(ok(welcome));
      return;
    }
    response.setHeader('Content-Security-Policy', WELCOME_POLICY);
    response.type('html').send(welcomePage(welcome));
  }
}
