export { describedFetch, type Exchange, expectDescribed, problemsOfJson } from './described.ts';
export { routesOf } from './routes.ts';
export { describedOperations, description, escaped } from './document.ts';
