import type { INestApplication } from '@nestjs/common';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Where modules put what every request passes. */
const MIDDLEWARE = '{/*splat}';

/** What the router of an initialised application answers: `GET /api/things/{thing}`. */
export function routesOf(app: INestApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  return router.stack.flatMap(({ route }) => {
    if (route === undefined || route.path === MIDDLEWARE) return [];
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}
