export { describedFetch, type Exchange, expectDescribed, problemsOfJson } from './described.ts';
export {
  describedOperations,
  type DescribedResponse,
  description,
  escaped,
  type Referable,
  resolved,
} from './document.ts';
export { hostilePaths } from './hostile-paths.ts';
export { openIdle } from './open-idle.ts';
export { ProcessorTime } from './processor-time.ts';
export { type RawAnswer, rawRequest } from './raw-request.ts';
export { routesOf } from './routes.ts';
