import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describedOperations, routesOf } from '@furrow/http/testing';
import { loadConfig } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createGateway } from '../src/gateway.ts';

let home: string;
let database: TestDatabase;
let app: NestExpressApplication;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'furrow-routes-'));
  database = await createTestDatabase();
  const { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = database;
  app = await createGateway(
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
  it('describes every route of the gateway, and none besides', () => {
    const described = describedOperations('gateway').map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(routesOf(app).sort());
  });
});
