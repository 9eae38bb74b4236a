/** Of the API as its description tells it: `info.version`. */
export const API_VERSION = '2.0.0';
