import { provision, startEmbeddedPostgres } from '@furrow/testbed';

/** A cluster of a test run to copy, because creating one takes a second. */
const CLUSTER = process.env['FURROW_TEST_CLUSTER'];

/** A durable PostgreSQL as `npm start` runs it, with its two logins and an empty database. */
export interface BenchPostgres {
  /** The service's login. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

/** @param home a folder that is removed when the server has stopped or this process has died */
export async function startPostgres(
  home: string,
  { stopping, say }: { stopping: AbortSignal; say: (line: string) => void },
): Promise<BenchPostgres> {
  const server = await startEmbeddedPostgres({
    dir: `${home}/postgres`,
    durable: true,
    template: CLUSTER,
    discard: home,
    stopping,
    say,
  });
  try {
    const logins = await provision(server);
    return { ...logins, superuserUrl: server.superuserUrl('furrow'), stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
