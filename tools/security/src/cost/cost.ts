import type { Check } from '@furrow/program';
import { OrdinaryClient, ordinaryRequests } from '../limits/ordinary-client.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { deviceCost } from './device-cost.ts';
import { Ledger, SUITE } from './ledger.ts';
import { Probe } from './probe.ts';
import { callersOf } from './requests.ts';
import { requestsCost } from './requests-cost.ts';
import { type CostOptions, Selection } from './selection.ts';
import { unreadCost } from './unread.ts';

/** Looks for small inputs with large costs: measures every hostile shape and compares it with the bounds. */
export async function cost(
  companies: TwoCompanies,
  options: CostOptions,
  say: (line: string) => void,
): Promise<Check[]> {
  const { api, gateway } = companies.stage;
  const probes = { api: await Probe.attach(api), gateway: await Probe.attach(gateway) };
  const ordinary = new OrdinaryClient(ordinaryRequests(companies));
  try {
    const targets = {
      api: { url: api.ready.url, probe: probes.api },
      gateway: { url: gateway.ready.url, probe: probes.gateway },
    };
    const callers = await callersOf(companies);
    const [selection, ledger] = [new Selection(options), new Ledger()];
    const began = performance.now();
    const tried = [
      await requestsCost(targets, callers, selection, ledger, say),
      await unreadCost(targets, callers, selection, ledger, say),
      await deviceCost(targets.gateway, companies, selection, ledger, say),
    ].reduce((sum, count) => sum + count);
    const seconds = Math.round((performance.now() - began) / 1_000);
    return [...ledger.checks(options.seed), await othersServed(ordinary, tried, seconds)];
  } finally {
    await ordinary.stop();
    for (const probe of Object.values(probes)) probe.close();
  }
}

async function othersServed(ordinary: OrdinaryClient, tried: number, seconds: number): Promise<Check> {
  const { problems, served, longestMs } = await ordinary.stop();
  return {
    ...{ suite: SUITE, what: 'others are served', asked: served, problems },
    detail: `within ${longestMs} ms, while ${tried.toLocaleString('en')} shapes were tried in ${seconds} s`,
  };
}
