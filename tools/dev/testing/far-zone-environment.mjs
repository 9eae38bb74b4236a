import NativeEnvironment from './native/environment.mjs';

/** Far from UTC, with daylight saving and a quarter of an hour: what leans on the machine's zone shows itself. */
const FAR_ZONE = 'Pacific/Chatham';

/** Runs a file as on a machine in that zone, in whatever process its turn comes, with modules that were loaded there. */
export default class FarZoneEnvironment extends NativeEnvironment {
  /** @override */
  registry = 'far-zone';

  /** @override */
  async setup() {
    await super.setup();
    // Node.js tells V8. What stands in the environment before is put back with the rest of it.
    process.env.TZ = FAR_ZONE;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone !== FAR_ZONE) throw new Error(`The time zone is still ${timeZone}.`);
  }
}
