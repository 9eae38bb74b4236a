import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';

const ASKS_EVERY_MS = 1_000;

/** A well-behaved client during attacks: sends requests to both hosts continuously over its own connections. */
export class OrdinaryClient {
  #over = false;
  #served = 0;
  #longestMs = 0;
  readonly #problems: string[] = [];
  readonly #running: Promise<unknown>;

  constructor(companies: TwoCompanies) {
    const { acme, stage } = companies;
    const token = { deviceId: acme.deviceId('one'), deviceSecret: acme.deviceSecret('one') };
    this.#running = Promise.all([
      this.#ask(stage.api.ready.url, 'GET', '/api/control/projects', acme.as('ana')),
      this.#ask(
        stage.gateway.ready.url,
        'POST',
        '/api/iot/token',
        { 'content-type': 'application/json' },
        token,
      ),
    ]);
  }

  async stop(): Promise<{ problems: readonly string[]; served: number; longestMs: number }> {
    this.#over = true;
    await this.#running;
    return { problems: this.#problems, served: this.#served, longestMs: Math.round(this.#longestMs) };
  }

  async #ask(
    url: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<void> {
    const client = new Client(url);
    do {
      const began = performance.now();
      try {
        const { status, text } = await client.send({
          method,
          path,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        if (status >= 300)
          this.#problems.push(`another client was answered ${status} at ${path}: ${text.slice(0, 200)}`);
        else this.#served++;
      } catch (error) {
        this.#problems.push(`another client was not served: ${(error as Error).message}`);
      }
      this.#longestMs = Math.max(this.#longestMs, performance.now() - began);
      await sleep(ASKS_EVERY_MS);
    } while (!this.#over);
    client.close();
  }
}
