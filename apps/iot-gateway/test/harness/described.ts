import { describedFetch } from '@furrow/testbed/described';

/** Every answer of the gateway must conform to docs/openapi.json. */
export const fetch = describedFetch('gateway');
