import { Config } from '@furrow/config';
import { Database } from '@furrow/database';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiModule } from './api.module.ts';
import { describeApi } from './document/document.ts';
import { SERVERS_AT_HOME } from './document/servers.ts';

/** Makes the document alone: it reads the routes without configuration or connections. */
export async function describeOffline(): Promise<OpenAPIObject> {
  const nothing = Object.create(Config.prototype) as Config;
  const nowhere = Object.create(Database.prototype) as Database;
  const app = await NestFactory.create(ApiModule.forRoot(nothing, nowhere), { preview: true, logger: false });
  return describeApi(app, SERVERS_AT_HOME);
}
