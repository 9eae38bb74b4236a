/** Of this app; the build fills it in. */
declare const APP_VERSION: string;

declare module '*.wasm?url' {
  const address: string;
  export default address;
}
