import type { Environment } from '@furrow/testbed';
import { compared, type Measurement, type Scale, type Target } from '../../bench.ts';
import { perSecond, type Requests, startLoad } from '../../load/loads.ts';
import { recordCreated } from '../../records.ts';
import { interleave } from '../../rounds.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

/** Requests that create one thing each, and the bare server that creates the same. */
export interface Creation extends Pick<Requests, 'path' | 'calls' | 'clients'> {
  readonly what: string;
  readonly target: Target;
  readonly api: RunningApi;
  /** The name of the bare server's module in `bare/`, and its variables. */
  readonly bare: string;
  readonly settings: Environment;
}

/** Measures requests a second of the API and of a bare server, in turns. */
export async function againstBareServer(
  stage: Stage,
  { rounds }: Scale,
  { what, target, api, bare: module, settings, ...requests }: Creation,
): Promise<Measurement> {
  const bare = stage.start<never, { url: string }>('The bare server', `bare/${module}`, { settings });
  const bareUrl = (await bare.answer()).url;
  const load = startLoad(stage);
  const ask = async (url: string) => {
    await stage.analyze();
    return perSecond(stage, load, { ...requests, url, expect: recordCreated });
  };
  const figures = await interleave(stage, 'requests/s', rounds, {
    service: () => ask(api.url.href),
    'bare server': () => ask(bareUrl),
  });
  await Promise.all([load.stop(), bare.stop()]);
  return compared(what, 'requests/s', figures.service, figures['bare server'], target);
}
