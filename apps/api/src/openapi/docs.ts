import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { describeApi } from './document.ts';

/** `GET /docs` for people and `GET /openapi.json` for programs, served without any other host. */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Furrow API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, docExpansion: 'list' },
  });
}
