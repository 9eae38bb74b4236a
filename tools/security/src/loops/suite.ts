import { Receiver } from '@furrow/notifications/testing';
import type { Check } from '@furrow/program';
import type { Sending } from '../client.ts';
import { nameOf, type Operation, operations } from '../document.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { type AttackOptions, limitsOf, onOwnStage, ordinaryClient, type Say } from '../watch/attack.ts';
import { subjectOf } from '../watch/subject.ts';
import { type Observed, problemsOf } from '../watch/verdict.ts';
import { bestOf } from '../watch/watch.ts';
import { groupsOf } from './groups.ts';
import { heldOpen } from './held-open.ts';
import { requestsFor } from './requests.ts';
import { underLoop } from './under-loop.ts';

const SUITE = 'loops';
const CLIENTS = 60;
const LASTS_MS = { long: 3_000, quick: 2_000 };

/** Every operation in a loop of many clients of one company, while a client of another company is served. */
export async function loops(options: AttackOptions, say: Say): Promise<Check[]> {
  const groups = groupsOf(operations(), options);
  const receiver = await Receiver.start();
  try {
    return await onOwnStage(say, { WEBHOOK_ALLOWED_HOSTS: receiver.host }, async (companies) => {
      await companies.rival.fillEventLog();
      const looping = new Looping(companies, options, say);
      for (const group of groups) await looping.group(group);
      return [...looping.checks(), ...(await heldOpen(companies, options, say))];
    });
  } finally {
    await receiver.stop();
  }
}

/** Loops operations and keeps the worst figures. */
class Looping {
  readonly #problems: string[] = [];
  #operations = 0;
  #requests = 0;
  #worst = { ms: 0, name: '' };

  constructor(
    private readonly companies: TwoCompanies,
    private readonly options: AttackOptions,
    private readonly say: Say,
  ) {}

  /** Loops a group, and each of its operations by itself where the group disturbs another company. */
  async group(group: readonly Operation[]): Promise<void> {
    this.#operations += group.length;
    const problems = await this.#loop(group);
    if (problems.length === 0) return;
    for (const operation of group) {
      const name = nameOf(operation);
      const its = group.length === 1 ? problems : await this.#loop([operation]);
      const again = `npm run security -- ${SUITE} --shape ${JSON.stringify(name)}`;
      this.#problems.push(...its.map((problem) => `${name}: ${problem}\n  ${again}`));
    }
  }

  checks(): Check[] {
    const { ms, name } = this.#worst;
    return [
      {
        ...{ suite: SUITE, what: `operations × ${CLIENTS} clients`, asked: this.#operations },
        problems: this.#problems,
        detail: `${this.#requests.toLocaleString('en')} requests; others within ${ms} ms (p99) at worst: ${name}`,
      },
    ];
  }

  /** @returns problems of the best attempt */
  async #loop(group: readonly Operation[]): Promise<string[]> {
    const name = group.map(nameOf).join(', ');
    this.say(`${SUITE}: ${name}`);
    const limits = limitsOf(this.options);
    try {
      const observed = await bestOf(() => this.#once(group), limits);
      const problems = problemsOf(observed, limits);
      // A group in which something disturbs is judged by its operations.
      const ms = observed.others.p99Ms;
      if (ms > this.#worst.ms && (problems.length === 0 || group.length === 1)) this.#worst = { ms, name };
      return problems;
    } catch (error) {
      return [`the loop failed: ${(error as Error).message}`];
    }
  }

  async #once(group: readonly Operation[]): Promise<Observed> {
    const { companies, options } = this;
    const requests: Sending[][] = [];
    for (const operation of group) requests.push(await requestsFor(operation, companies.reversed));
    const looped = group.map(({ host }, index) => ({
      ...{ url: companies.stage[host].ready.url, requests: requests[index] ?? [] },
    }));
    const subject = subjectOf(companies.stage, () => ordinaryClient(companies));
    const milliseconds = options.quick ? LASTS_MS.quick : LASTS_MS.long;
    const { observed, sent } = await underLoop(subject, looped, CLIENTS, milliseconds);
    this.#requests += sent;
    return observed;
  }
}
