/** The version of the API's document: `info.version`. */
export const API_VERSION = '2.0.0';
