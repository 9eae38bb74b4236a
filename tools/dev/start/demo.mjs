import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/**
 * What a visitor needs to try the demo farm.
 *
 * @typedef {object} Demo
 * @property {string} company
 * @property {{ idpId: string, name: string, role: string }[]} users
 * @property {{ projectId: string, sectorId: string, sectorName: string, timezone: string }} place
 * @property {{ idpId: string, token: string } | undefined} jwt undefined where an identity provider is configured
 * @property {{ name: string, scopes: string[], keyId: string, credential: string | undefined }[]} apiTokens
 * @property {{ deviceId: string, deviceSecret: string | undefined }[]} devices
 */

/**
 * Applies the demo farm. Secrets are told once, in the run that makes them: they are kept in `demo.json`.
 *
 * @param {object} options
 * @param {string} options.file
 * @param {import('./home.mjs').Home} options.home
 * @param {(...args: string[]) => Promise<string>} options.furrow
 * @param {boolean} options.developmentKeys
 * @returns {Promise<Demo>}
 */
export async function applyDemo({ file, home, furrow, developmentKeys }) {
  const farm = parse(await readFile(file, 'utf8'));
  const applied = JSON.parse(await furrow('apply', file, '--json'));
  const known = home.read('demo.json') ?? {};
  const kept = {
    apiTokens: { ...known.apiTokens, ...withSecret(applied.apiTokens, 'credential') },
    devices: { ...known.devices, ...withSecret(applied.devices, 'deviceSecret') },
  };
  home.write('demo.json', kept);

  const [project] = farm.projects;
  const [sector] = project.sectors;
  const user = farm.users.find((/** @type {{ role: string }} */ { role }) => role === 'supervisor');
  return {
    company: farm.company.name,
    users: farm.users,
    place: {
      projectId: applied.projects[project.key],
      sectorId: applied.sectors[`${project.key}/${sector.key}`],
      sectorName: sector.name,
      timezone: project.timezone,
    },
    jwt: developmentKeys
      ? {
          idpId: user.idpId,
          token: (await furrow('jwt', '--idp-id', user.idpId, '--expires-in', '12h')).trim(),
        }
      : undefined,
    apiTokens: farm.apiTokens.map((/** @type {{ name: string, scopes: string[] }} */ { name, scopes }) => {
      const { keyId } = applied.apiTokens[name];
      // Another database behind the same FURROW_HOME has other tokens of the same name.
      const credential = kept.apiTokens[name]?.keyId === keyId ? kept.apiTokens[name].credential : undefined;
      return { name, scopes, keyId, credential };
    }),
    devices: farm.devices.map((/** @type {{ deviceId: string }} */ { deviceId }) => ({
      deviceId,
      deviceSecret: kept.devices[deviceId]?.deviceSecret,
    })),
  };
}

/**
 * @param {Record<string, Record<string, unknown>>} made
 * @param {string} secret
 */
function withSecret(made, secret) {
  return Object.fromEntries(Object.entries(made ?? {}).filter(([, value]) => value?.[secret] !== undefined));
}
