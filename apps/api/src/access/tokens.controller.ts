import { ListTokens, RevokeToken, RotateToken } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { millisecondsOf } from '@furrow/kernel';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { RotateTokenBody } from './token.dto.ts';
import { EXAMPLE_KEY_ID, TOKEN_REVOKED, TOKEN_ROTATED, tokenAnswer, TOKENS } from './token.answer.ts';

@Controller('api/control/tokens')
@UserAccess('admin')
export class TokensController {
  constructor(
    private readonly listTokens: ListTokens,
    private readonly rotateToken: RotateToken,
    private readonly revokeToken: RevokeToken,
  ) {}

  @Get()
  @Does('API tokens', 'Every token of the company, including expired and revoked ones, without secrets.')
  @Answers(200, 'Newest first', TOKENS)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok((await this.listTokens.execute(companyId)).map(tokenAnswer));
  }

  @Post(':keyId/rotate')
  @HttpCode(200)
  @Does(
    'Rotate an API token',
    'The new credential is shown only in this response. The old one stays valid during the overlap, in which programs change over.',
  )
  @ExampleBody({ overlap: '24h' })
  @Answers(200, 'The new credential', TOKEN_ROTATED)
  @Refuses('token_not_found', 'token_not_current')
  async rotate(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('keyId', EXAMPLE_KEY_ID) keyId: string,
    @ValidBody(RotateTokenBody) body: RotateTokenBody,
  ) {
    const overlap = millisecondsOf(body.overlap ?? DEFAULT_OVERLAP) ?? 0;
    const { token, credential } = await this.rotateToken.execute({ companyId, keyId, overlap });
    return ok({ keyId: token.keyId, credential });
  }

  @Post(':keyId/revoke')
  @HttpCode(200)
  @Does('Revoke an API token', 'Takes effect within seconds in every process. Repeatable without effect.')
  @Answers(200, 'Revoked', TOKEN_REVOKED)
  @Refuses('token_not_found')
  async revoke(@CurrentUser() { companyId }: UserPrincipal, @PathId('keyId', EXAMPLE_KEY_ID) keyId: string) {
    await this.revokeToken.execute({ companyId, keyId });
    return ok({ keyId, status: 'revoked' });
  }
}

const DEFAULT_OVERLAP = '24h';
