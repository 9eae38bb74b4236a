import { AuthenticateApiKey } from '@furrow/access';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { admit, type CallingRequest } from './caller.ts';

/** Admits any active API token and static keys, as `x-api-key`, to a route or controller. */
export function KeyAccess() {
  return applyDecorators(UseGuards(KeyGuard), ApiSecurity('key'));
}

@Injectable()
export class KeyGuard implements CanActivate {
  constructor(private readonly keys: AuthenticateApiKey) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CallingRequest>();
    admit(request, await this.keys.execute(request.headers['x-api-key']?.toString().trim() || undefined));
    return true;
  }
}
