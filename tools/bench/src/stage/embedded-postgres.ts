/** A cluster of a test run to copy, because creating one takes a second. */
const CLUSTER = process.env['FURROW_TEST_CLUSTER'];

/** The interface of tools/dev, which is plain JavaScript because it runs before anything is built. */
interface EmbeddedPostgres {
  readonly startEmbeddedPostgres: (options: {
    dir: string;
    durable: boolean;
    template: string | undefined;
    discard: string;
    stopping: AbortSignal;
    say: (line: string) => void;
  }) => Promise<Server>;
}

interface Provisioning {
  readonly provision: (server: Server) => Promise<{ url: string; ownerUrl: string }>;
}

interface Server {
  readonly superuserUrl: (database: string) => string;
  readonly stop: () => Promise<void>;
}

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
  const dev = (module: string) =>
    import(new URL(`../../../dev/${module}`, import.meta.url).href) as Promise<unknown>;
  const { startEmbeddedPostgres } = (await dev('embedded-postgres.mjs')) as EmbeddedPostgres;
  const { provision } = (await dev('postgres/provision.mjs')) as Provisioning;
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
