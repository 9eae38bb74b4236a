import type { UserPrincipal } from '@furrow/access/domain';
import { EVENT_TYPES } from '@furrow/notifications/domain';
import { asked } from '@furrow/program';
import type { RunningApi, Stage } from '../stage.ts';

const WEBHOOKS = '/api/control/webhooks';

/** The name of a company in farm files. */
export interface Company {
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
}

/** A company with a webhook that receives all events while it is active. */
export class HookedFarm {
  private constructor(
    private readonly api: RunningApi,
    private readonly jwt: string,
    private readonly webhookId: string,
  ) {}

  static async open(stage: Stage, api: RunningApi, company: Company, url: string): Promise<HookedFarm> {
    const [jwt = ''] = await usersOf(stage, company, 'admin', 1);
    const hook = { url, events: EVENT_TYPES };
    const { webhookId } = await asked<{ webhookId: string }>(api.url, jwt, 'POST', WEBHOOKS, hook);
    return new HookedFarm(api, jwt, webhookId);
  }

  async setHook(status: 'active' | 'paused'): Promise<void> {
    await asked(this.api.url, this.jwt, 'PATCH', `${WEBHOOKS}/${this.webhookId}`, { status });
  }

  async putAlert(key: string, rule: object): Promise<void> {
    await asked(this.api.url, this.jwt, 'PUT', `/api/control/alerts/${key}`, rule);
  }
}

/** Adds `count` users to a company. @returns a JWT of each */
export async function usersOf(
  stage: Stage,
  company: Company,
  role: UserPrincipal['role'],
  count: number,
): Promise<string[]> {
  const idpIds = Array.from({ length: count }, (_, i) => `${company.key}|${role}-${i}`);
  await stage.apply({ company, users: idpIds.map((idpId) => ({ idpId, name: idpId, role })) });
  return Promise.all(idpIds.map((idpId) => stage.jwt(idpId)));
}
