import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Hides the framework's messages about its own start, which matter for debugging only. */
@Injectable()
export class QuietLogger extends Logger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (FRAMEWORK.has(String(rest.at(-1)))) this.debug(message, ...rest);
    else super.log(message, ...rest);
  }
}
