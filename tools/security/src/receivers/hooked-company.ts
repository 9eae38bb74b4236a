import { keepSecret, until } from '@furrow/testbed';
import { asJson, type Client, dataOf, type Json } from '../client.ts';
import { idpIdOf, newMark } from '../stage/farm-file.ts';
import type { Stage } from '../stage/stage.ts';

const WEBHOOKS = '/api/control/webhooks';
const PAGE = 100;
const OVERLOADED = 503;

export interface Attempt {
  readonly status: number | null;
  readonly reason: string | null;
}

export interface Delivery {
  readonly deliveryId: string;
  readonly attempts: readonly Attempt[];
}

/** A company with nothing but an admin, who registers webhooks. */
export class HookedCompany {
  readonly #hooks: string[] = [];

  private constructor(
    private readonly stage: Stage,
    private readonly mark: string,
  ) {}

  static async provision(stage: Stage): Promise<HookedCompany> {
    const mark = newMark('hooked');
    await stage.operator.apply({
      company: { key: mark, name: mark, timezone: 'Etc/UTC' },
      users: [
        {
          ...{ idpId: idpIdOf(mark, 'ada'), name: 'Ada', email: `ada@${mark}.example`, role: 'admin' },
          status: 'active',
        },
      ],
    });
    return new HookedCompany(stage, mark);
  }

  async hook(url: string): Promise<void> {
    const { webhookId } = await this.#ask('POST', WEBHOOKS, { url, events: ['pay_run.frozen'] });
    this.#hooks.push(String(webhookId));
  }

  /**
   * Sends so many test events to each of its hooks.
   * @returns the ids of their deliveries; what is refused for overload is left out
   */
  async test(count: number): Promise<string[]> {
    const ids: string[] = [];
    const send = async (hook: string) => {
      for (let index = 0; index < count; index++) {
        const path = `${WEBHOOKS}/${hook}/test`;
        const answer = await this.#send('POST', path);
        if (answer.status !== OVERLOADED) ids.push(String(dataOf(answer, path)['deliveryId']));
      }
    };
    await Promise.all(this.#hooks.map(send));
    return ids;
  }

  /** All deliveries of its hooks. */
  async deliveries(): Promise<Delivery[]> {
    const all: Delivery[] = [];
    for (const hook of this.#hooks)
      for (let page = 1, isMore = true; isMore; page++) {
        const path = `${WEBHOOKS}/${hook}/deliveries?page=${page}&pageSize=${PAGE}`;
        const found = (await this.#ask('GET', path)) as unknown as Delivery[];
        all.push(...found);
        isMore = found.length === PAGE;
      }
    return all;
  }

  /** With everything that is still to be sent to them. */
  async removeHooks(): Promise<void> {
    for (const hook of this.#hooks.splice(0)) await this.#send('DELETE', `${WEBHOOKS}/${hook}`);
  }

  /** Repeats a request that is refused for overload. */
  async #ask(method: string, path: string, body?: object): Promise<Json> {
    const what = `${method} ${path}`;
    const answer = await until(`${what} is answered`, async () => {
      const each = await this.#send(method, path, body);
      return each.status !== OVERLOADED && each;
    });
    return dataOf(answer, what);
  }

  #send(method: string, path: string, body?: object): ReturnType<Client['send']> {
    const jwt = keepSecret(this.stage.issuers.user.jwt(idpIdOf(this.mark, 'ada')));
    const authorization = `Bearer ${jwt}`;
    return this.stage.clients.api.send(asJson(method, path, { authorization }, body));
  }
}
