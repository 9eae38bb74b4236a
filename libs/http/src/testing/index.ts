export { hostilePaths } from './hostile-paths.ts';
export { openIdle } from './open-idle.ts';
export { ProcessorTime } from './processor-time.ts';
export { type RawAnswer, rawRequest } from './raw-request.ts';
export { routesOf } from './routes.ts';
