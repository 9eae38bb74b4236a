import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DevelopmentIssuer } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { SystemClock } from '@furrow/kernel';
import { EVENT_TYPES } from '@furrow/notifications/domain';
import { loadConfig } from '@furrow/config';
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
    const { webhookId } = await asked(api, jwt, 'POST', WEBHOOKS, { url, events: EVENT_TYPES });
    return new HookedFarm(api, jwt, webhookId as string);
  }

  async setHook(status: 'active' | 'paused'): Promise<void> {
    await asked(this.api, this.jwt, 'PATCH', `${WEBHOOKS}/${this.webhookId}`, { status });
  }

  async putAlert(key: string, rule: object): Promise<void> {
    await asked(this.api, this.jwt, 'PUT', `/api/control/alerts/${key}`, rule);
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
  const file = join(stage.home, `${company.key}-${role}.json`);
  const users = idpIds.map((idpId) => ({ idpId, name: idpId, role }));
  await writeFile(file, JSON.stringify({ company, users }));
  await stage.furrow('apply', file);
  const issuer = new DevelopmentIssuer(loadConfig(stage.env), new SystemClock());
  return Promise.all(idpIds.map((idpId) => issuer.sign(idpId)));
}

async function asked(api: RunningApi, jwt: string, method: string, path: string, body: object) {
  const answer = await fetch(new URL(path, api.url), {
    method,
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { data: Record<string, unknown> }).data;
}
