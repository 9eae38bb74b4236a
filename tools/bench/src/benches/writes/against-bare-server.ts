import type { Figure, Scale } from '../../bench.ts';
import { type LoadOrder, startLoad } from '../../load/load.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import type { Stage } from '../../stage/stage.ts';

/** Requests that create one thing each, and the bare server that creates the same. */
export interface Creation {
  readonly bench: string;
  readonly what: string;
  readonly target: Figure['target'];
  /** The URL of the API. */
  readonly service: string;
  /** The name of the bare server's module in `bare/`. */
  readonly bare: string;
  readonly path: string;
  /** New requests of each client, for one round. */
  readonly clients: () => LoadOrder['clients'];
}

/** Measures requests a second of the API and of a bare server, in turns. */
export async function againstBareServer(
  stage: Stage,
  { rounds }: Scale,
  { bench, what, target, service, bare: module, path, clients: clientsOfRound }: Creation,
): Promise<Figure> {
  const bare = stage.start<never, { url: string }>(
    'The bare server',
    new URL(`../../bare/${module}.js`, import.meta.url),
  );
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
  return {
    ...{ bench, what, unit: 'requests/s', target },
    service: median(figures.service),
    against: median(figures['bare server']),
    ratio: medianRatio(figures.service, figures['bare server']),
  };
}
