import { describedFetch } from '@furrow/http/testing';

/** Whatever the gateway answers must be as docs/openapi.json says. */
export const fetch = describedFetch('gateway');
