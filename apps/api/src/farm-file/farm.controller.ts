import type { UserPrincipal } from '@furrow/access/domain';
import { ChangeFarm, ReadFarm } from '@furrow/farm-file';
import { ValidationFailed } from '@furrow/kernel';
import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import type { ReceivedBody } from '@furrow/http';
import type { Request, Response } from 'express';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'yaml';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ok } from '../http/ok.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { BodyLimit } from '../http/bodies/body-reader.ts';
import { Received, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, AnswersAlso, Does, ExampleBody, Refuses, Takes } from '../openapi/decorators.ts';
import { CHANGED_FARM, changedFarmAnswer, FARM_CHANGES, FARM_FILE } from './farm.answer.ts';
import { ChangeFarmQuery } from './farm.dto.ts';
import { versionIn } from '../http/version-in.ts';

const YAML = 'application/yaml';

@Controller('api/control/farm')
@UserAccess('admin')
export class FarmController {
  constructor(
    private readonly readFarm: ReadFarm,
    private readonly changeFarm: ChangeFarm,
  ) {}

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

  @Patch()
  @Does(
    'Change the farm',
    'A farm file, whole or in part, with the meaning of `furrow apply`: what it leaves out stays as it is. All of it is ' +
      'applied, or nothing. `If-Match` with the version that was read refuses the change of a farm that differs.',
  )
  @BodyLimit(2)
  @Takes(FARM_CHANGES)
  @ExampleBody({ qualities: [{ key: 'export', name: 'Export' }] })
  @Answers(200, 'What changed', CHANGED_FARM)
  @Refuses('farm_changed', 'last_admin', 'idp_id_taken', 'device_id_taken')
  async change(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ChangeFarmQuery) { dryRun }: ChangeFarmQuery,
    @Received() { members, problems }: ReceivedBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (problems.length > 0) throw new ValidationFailed(problems);
    const changed = await this.changeFarm.execute(companyId, {
      document: members,
      version: versionIn(request.headers['if-match']),
      dryRun: dryRun === 'true',
    });
    response.setHeader('ETag', `"${changed.version}"`);
    return ok(changedFarmAnswer(changed, dryRun !== 'true'));
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
