import { compared, type Measurement, type Scale, type Target } from '../../bench.ts';
import { type LoadOrder, startLoad } from '../../load/load.ts';
import { interleave } from '../../rounds.ts';
import type { Environment } from '@furrow/testbed';
import type { Stage } from '../../stage/stage.ts';

/** Requests that create one thing each, and the bare server that creates the same. */
export interface Creation {
  readonly what: string;
  readonly target: Target;
  /** The URL of the API. */
  readonly service: string;
  /** The name of the bare server's module in `bare/`, and its variables. */
  readonly bare: string;
  readonly settings: Environment;
  readonly path: string;
  /** New requests of each client, for one round. */
  readonly clients: () => LoadOrder['clients'];
}

/** Measures requests a second of the API and of a bare server, in turns. */
export async function againstBareServer(
  stage: Stage,
  { rounds }: Scale,
  { what, target, service, bare: module, settings, path, clients: clientsOfRound }: Creation,
): Promise<Measurement> {
  const bare = stage.start<never, { url: string }>('The bare server', `bare/${module}`, { settings });
  const bareUrl = (await bare.answer()).url;
  const load = startLoad(stage);
  const ask = async (url: string) => {
    await stage.checkpoint();
    await stage.analyze();
    const clients = clientsOfRound();
    const expect = { status: 201, text: '"recordId":' };
    const { seconds } = await load.ask({ url, path, expect, clients });
    return clients.reduce((requests, { bodies }) => requests + bodies.length, 0) / seconds;
  };
  const figures = await interleave(
    rounds,
    { service: () => ask(service), 'bare server': () => ask(bareUrl) },
    (line) => stage.say(`requests/s, ${line}`),
  );
  await Promise.all([load.stop(), bare.stop()]);
  return compared(what, 'requests/s', figures.service, figures['bare server'], target);
}
