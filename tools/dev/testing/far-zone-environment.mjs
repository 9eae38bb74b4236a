import { TestEnvironment } from 'jest-environment-node';

/** Far from UTC, with daylight saving and a quarter of an hour: what leans on the machine's zone shows itself. */
const FAR_ZONE = 'Pacific/Chatham';

/** Runs a file as on a machine in that zone, in whatever process its turn comes. */
export default class FarZoneEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    // Before the test's own copy of the environment is made. Node.js tells V8 when the real one changes.
    const zone = process.env.TZ;
    process.env.TZ = FAR_ZONE;
    super(...args);
    this.zone = zone;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone !== FAR_ZONE) throw new Error(`The time zone is still ${timeZone}.`);
  }

  /** @override */
  async teardown() {
    await super.teardown();
    if (this.zone === undefined) delete process.env.TZ;
    else process.env.TZ = this.zone;
  }
}
