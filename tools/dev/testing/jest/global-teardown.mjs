/** @type {() => Promise<void>} */
let teardown = async () => {};

/** @param {() => Promise<void>} work the teardown of this run */
export function whenOver(work) {
  teardown = work;
}

/** Jest runs this once, after the last test. */
export default function globalTeardown() {
  return teardown();
}
