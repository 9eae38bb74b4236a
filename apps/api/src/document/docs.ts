import { Config } from '@furrow/config';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { DOCS_STYLE } from './docs-style.ts';
import { describeApi } from './document.ts';
import { serversOf } from './servers.ts';

/** `GET /docs` for people and `GET /openapi.json` for programs, without requests to other hosts. */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, serversOf(app.get(Config))), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Furrow API',
    customCss: DOCS_STYLE,
    swaggerOptions: {
      ...{ persistAuthorization: true, displayRequestDuration: true, tryItOutEnabled: true },
      ...{ docExpansion: 'list', defaultModelsExpandDepth: 0, defaultModelExpandDepth: 3 },
    },
  });
}
