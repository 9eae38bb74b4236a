import type { Check } from '@furrow/program';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { brokenRequests } from './broken.ts';
import { HeavyBodies } from './heavy.ts';
import { mutatedPackets } from './mutated-packets.ts';
import { type Attack, underAttack } from './under-attack.ts';
import { silentSockets, slowBodies, slowHeads, trickledBody } from './slow.ts';

/** Excessive or slow clients: each is refused, and no other client is affected. */
export async function limits(
  companies: TwoCompanies,
  { quick, sockets, seed }: { quick: boolean; sockets: number; seed: number },
  say: (line: string) => void,
): Promise<Check[]> {
  const { api, gateway } = companies.stage;
  const heavy = await HeavyBodies.for(companies, quick);
  const slow = quick ? 20 : 500;
  const one = (what: string, attack: Attack) => {
    say(`limits: ${what}`);
    return underAttack(companies, what, attack);
  };
  const checks = [
    await one('malformed requests, the API', () => brokenRequests(api.ready.url)),
    await one('malformed requests, the gateway', () => brokenRequests(gateway.ready.url)),
    await one('bodies over the limit', () => heavy.tooLarge()),
    await one('compressed bombs', () => heavy.bombs(quick ? 24 : 256)),
    await one('deep, wide and unterminated JSON', () => heavy.structures()),
    await one('image bombs', () => heavy.images()),
    await one('malformed multipart bodies', () => heavy.multipart()),
    await one('mutated MQTT packets', () =>
      mutatedPackets(companies, { seed, packets: quick ? 1_000 : 100_000 }),
    ),
  ];
  const waiting: readonly [string, Attack][] = [
    ['slow heads, the API', () => slowHeads(api.ready.url, slow)],
    ['slow heads, the gateway', () => slowHeads(gateway.ready.url, slow)],
    ['incomplete bodies', () => slowBodies(companies, slow)],
    ['silent connections, the API', () => silentSockets(api.ready.url, sockets)],
    ['silent connections, the gateway', () => silentSockets(gateway.ready.url, sockets)],
    ['a body byte by byte', () => trickledBody(companies)],
  ];
  // They mostly wait, so a few can run concurrently.
  if (quick) return [...checks, ...(await Promise.all(waiting.map(([what, attack]) => one(what, attack))))];
  for (const [what, attack] of waiting) checks.push(await one(what, attack));
  return checks;
}
