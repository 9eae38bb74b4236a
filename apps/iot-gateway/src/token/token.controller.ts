import { IssueIotToken } from '@furrow/access';
import { InvalidToken } from '@furrow/access/domain';
import { readJson } from '@furrow/http';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { LoginThrottle } from './login-throttle.ts';

const BODY_BYTES = 16 * 1_024;
const MAX_LENGTH = 256;

/** Issues tokens to devices for their secrets. */
@Controller('api/iot/token')
export class TokenController {
  constructor(
    private readonly issue: IssueIotToken,
    private readonly throttle: LoginThrottle,
    private readonly metrics: GatewayMetrics,
  ) {}

  @Post()
  async token(@Req() request: Request) {
    const credential = credentialOf(await readJson(request, BODY_BYTES));
    const attempt = this.throttle.begin(request.ip, credential.deviceId);
    try {
      const { token, expiresAt } = await this.issue.execute(credential);
      attempt.forget();
      this.metrics.tokens.inc();
      return { status: 'success', data: { token, expiresAt } };
    } catch (error) {
      if (error instanceof InvalidToken) attempt.wrong();
      else attempt.forget();
      throw error;
    }
  }
}

/** @throws ValidationFailed */
function credentialOf({ members, problems }: Awaited<ReturnType<typeof readJson>>) {
  const { deviceId, deviceSecret } = members;
  const found: FieldProblem[] = [];
  for (const [field, value] of Object.entries({ deviceId, deviceSecret }))
    if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH)
      found.push({ field, message: `must be a text of 1 to ${MAX_LENGTH} characters` });
  found.push(...problems);
  if (found.length > 0) throw new ValidationFailed(found);
  return { deviceId: deviceId as string, deviceSecret: deviceSecret as string };
}
