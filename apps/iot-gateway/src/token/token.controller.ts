import { DEVICE_CREDENTIAL, IOT_TOKEN, IssueIotToken } from '@furrow/access';
import { InvalidToken } from '@furrow/access/domain';
import { isStrict, Problems, readJson, strangersIn } from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { success, type Value } from '@furrow/kernel/schema';
import { Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { LoginThrottle } from './login-throttle.ts';

const BODY_BYTES = 16 * 1_024;
const ANSWER = success(IOT_TOKEN);

/** Issues tokens to devices for their secrets. */
@Controller('api/iot/token')
export class TokenController {
  constructor(
    private readonly issue: IssueIotToken,
    private readonly throttle: LoginThrottle,
    private readonly metrics: GatewayMetrics,
  ) {}

  @Post()
  async token(@Req() request: Request): Promise<Value<typeof ANSWER>> {
    const credential = credentialOf(await readJson(request, BODY_BYTES), isStrict(request));
    const attempt = this.throttle.begin(request.ip, credential.deviceId);
    try {
      const { token, expiresAt } = await this.issue.execute(credential);
      attempt.forget();
      this.metrics.tokens.inc();
      return { status: 'success', data: { token, expiresAt: expiresAt.toISOString() } };
    } catch (error) {
      if (error instanceof InvalidToken) attempt.wrong();
      else attempt.forget();
      throw error;
    }
  }
}

/** @throws ValidationFailed */
function credentialOf({ members, problems }: Awaited<ReturnType<typeof readJson>>, strict: boolean) {
  const found = new Problems();
  for (const [field, schema] of Object.entries(DEVICE_CREDENTIAL.properties ?? {})) {
    const { minLength, maxLength } = schema as unknown as Bounds;
    const value = members[field];
    if (typeof value !== 'string' || value.length < minLength || value.length > maxLength)
      found.add(field, `must be a text of ${minLength} to ${maxLength} characters`);
  }
  if (strict) found.addAll(strangersIn(members, DEVICE_CREDENTIAL));
  found.addAll(problems);
  if (found.found.length > 0) throw new ValidationFailed(found.found);
  return members as Value<typeof DEVICE_CREDENTIAL>;
}

interface Bounds {
  readonly minLength: number;
  readonly maxLength: number;
}
