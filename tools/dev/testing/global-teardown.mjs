/** @type {() => Promise<void>} */
let teardown = async () => {};

/** @param {() => Promise<void>} work what the teardown of this run is to do */
export function whenOver(work) {
  teardown = work;
}

/** Jest runs this once, after the last test. */
export default function globalTeardown() {
  return teardown();
}
