import type { UserPrincipal } from '@furrow/access/domain';
import { ReadFarm } from '@furrow/farm-file';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'yaml';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ok } from '../http/ok.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { AnswersAlso, Does } from '../openapi/decorators.ts';
import { FARM_FILE } from './farm.answer.ts';

const YAML = 'application/yaml';

@Controller('api/control/farm')
@UserAccess('admin')
export class FarmController {
  constructor(private readonly readFarm: ReadFarm) {}

  @Get()
  @Does(
    'The farm file as it stands',
    'Everything that the company declares about itself, inactive items included, without secrets. `Accept: application/yaml` ' +
      'asks for the file itself. `ETag` is its version, which differs when the farm does.',
  )
  @AnswersAlso(200, 'The farm file', FARM_FILE, { [YAML]: {} })
  async read(
    @CurrentUser() { companyId }: UserPrincipal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { farm, version } = await this.readFarm.execute(companyId);
    response.setHeader('ETag', `"${version}"`).vary('Accept');
    if (request.accepts(['application/json', YAML]) === YAML) await sendYaml(farm, response);
    else response.json(ok(farm));
  }
}

/** Item by item, because a farm of ten thousand outlines would hold up all other requests. */
async function sendYaml(farm: Readonly<Record<string, unknown>>, response: Response): Promise<void> {
  const answer = new StreamedAnswer(response, { type: YAML, head: '', between: '' });
  for (const [section, content] of Object.entries(farm)) {
    const isList = Array.isArray(content) && content.length > 0;
    await answer.write([isList ? `${section}:\n` : stringify({ [section]: content })]);
    for (const item of isList ? content : []) {
      await answer.write([stringify([item])]);
      await nextTurn();
    }
  }
  answer.end('');
}
