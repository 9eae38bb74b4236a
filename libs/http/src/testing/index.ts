export { describedFetch, type Exchange, expectDescribed } from './described.ts';
export { routesOf } from './routes.ts';
export { describedOperations, description } from './document.ts';
