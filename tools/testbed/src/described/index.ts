export { describedFetch, type Exchange, expectDescribed, problemsOfJson } from './described.ts';
export {
  describedOperations,
  type DescribedResponse,
  description,
  escaped,
  type Referable,
  resolved,
} from './document.ts';
