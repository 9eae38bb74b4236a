import type { UserPrincipal } from '@furrow/access/domain';
import { ChangeFarm, ReadFarm } from '@furrow/farm-file';
import { ValidationFailed } from '@furrow/kernel';
import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import type { ReceivedBody } from '@furrow/http';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ok } from '../http/ok.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { BodyLimit } from '../http/bodies/body-reader.ts';
import { Received, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, AnswersAlso, Does, ExampleBody, Refuses, Takes } from '../openapi/decorators.ts';
import { FarmPermits } from './farm-permits.ts';
import { CHANGED_FARM, changedFarmAnswer, FARM_CHANGES, FARM_FILE } from './farm.answer.ts';
import { jsonOf, sendPieces, yamlOf } from './farm-text.ts';
import { ChangeFarmQuery } from './farm.dto.ts';
import { versionIn } from '../http/version-in.ts';

const YAML = 'application/yaml';
const JSON_TYPE = 'application/json; charset=utf-8';

@Controller('api/control/farm')
@UserAccess('admin')
export class FarmController {
  constructor(
    private readonly readFarm: ReadFarm,
    private readonly changeFarm: ChangeFarm,
    private readonly permits: FarmPermits,
  ) {}

  @Get()
  @Does(
    'The farm file as it stands',
    'Everything that the company declares about itself, inactive items included, without secrets. `Accept: application/yaml` ' +
      'asks for the file itself. `ETag` is its version, which differs when the farm does.',
  )
  @AnswersAlso(200, 'The farm file', FARM_FILE, { [YAML]: {} })
  read(
    @CurrentUser() { companyId }: UserPrincipal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.permits.use(companyId, response, async () => {
      const { farm, version } = await this.readFarm.execute(companyId);
      response.setHeader('ETag', `"${version}"`).vary('Accept');
      const sent = (type: string, head = '') => new StreamedAnswer(response, { type, head, between: '' });
      if (request.fresh) response.status(304).end();
      else if (request.accepts(['application/json', YAML]) === YAML)
        await sendPieces(yamlOf(farm), sent(YAML));
      else await sendPieces(jsonOf(farm), sent(JSON_TYPE, '{"status":"success","data":'), '}');
    });
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
    const changed = await this.permits.use(companyId, response, () =>
      this.changeFarm.execute(companyId, {
        document: members,
        version: versionIn(request.headers['if-match']),
        dryRun: dryRun === 'true',
      }),
    );
    response.setHeader('ETag', `"${changed.version}"`);
    return ok(changedFarmAnswer(changed, dryRun !== 'true'));
  }
}
