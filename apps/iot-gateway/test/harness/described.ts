import { describedFetch } from '@furrow/http/testing';

/** Every answer of the gateway must conform to docs/openapi.json. */
export const fetch = describedFetch('gateway');
