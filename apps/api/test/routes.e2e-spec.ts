import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describedOperations, routesOf } from '@furrow/http/testing';
import { loadConfig } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApi } from '../src/api.ts';

let home: string;
let database: TestDatabase;
let app: NestExpressApplication;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'furrow-routes-'));
  database = await createTestDatabase();
  const { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = database;
  app = await createApi(
    loadConfig({ FURROW_HOME: home, DATABASE_URL, DATABASE_OWNER_URL, LOG_LEVEL: 'fatal' }),
  );
  await app.init();
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
  await rm(home, { recursive: true, force: true });
});

describe('docs/openapi.json', () => {
  it('describes every route of the API, and none besides', () => {
    const documentation = /^\S+ \/(docs|openapi\.)/;
    const routes = routesOf(app).filter((route) => !documentation.test(route));
    const described = describedOperations('api').map(({ method, path }) => `${method} ${path}`);
    expect(routes.length).toBeGreaterThan(20);
    expect(described.sort()).toEqual(routes.sort());
  });
});
