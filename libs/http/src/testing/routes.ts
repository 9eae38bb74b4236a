import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@furrow/config';
import { createTestDatabase } from '@furrow/testbed';
import type { INestApplication } from '@nestjs/common';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** The path under which NestJS registers the middleware of all routes. */
const PATH_OF_MIDDLEWARE = '{/*splat}';

/** The routes of a host, wired as when it starts: `GET /api/things/{thing}`. */
export async function routesOf(create: (config: Config) => Promise<INestApplication>): Promise<string[]> {
  // Imported lazily, because most tests run a host as a process and load none of it themselves.
  const { loadConfig } = await import('@furrow/config');
  const home = await mkdtemp(join(tmpdir(), 'furrow-routes-'));
  const database = await createTestDatabase();
  const { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = database;
  try {
    const app = await create(
      loadConfig({ FURROW_HOME: home, DATABASE_URL, DATABASE_OWNER_URL, LOG_LEVEL: 'fatal' }),
    );
    try {
      await app.init();
      return routesIn(app);
    } finally {
      await app.close();
    }
  } finally {
    await database.drop();
    await rm(home, { recursive: true, force: true });
  }
}

function routesIn(app: INestApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  return router.stack.flatMap(({ route }) => {
    if (route === undefined || route.path === PATH_OF_MIDDLEWARE) return [];
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}
