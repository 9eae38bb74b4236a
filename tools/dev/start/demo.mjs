import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { runProgram } from './operator.mjs';

/**
 * What a visitor needs to try the demo farm.
 *
 * @typedef {object} Demo
 * @property {string} company
 * @property {string} applied the ids of the farm, as `furrow apply --json` prints them
 * @property {{ idpId: string, name: string, role: string }[]} users
 * @property {{ projectId: string, sectorId: string, sectorName: string, timezone: string }} place
 * @property {{ idpId: string, token: string } | undefined} jwt undefined where an identity provider is configured
 * @property {{ name: string, scopes: string[], keyId: string, credential: string | undefined }[]} apiTokens
 * @property {{ deviceId: string, deviceSecret: string | undefined }[]} devices
 */

/**
 * A farm file, as far as this program reads it.
 *
 * @typedef {object} Farm
 * @property {{ name: string }} company
 * @property {{ idpId: string, name: string, role: string }[]} users
 * @property {{ key: string, timezone: string, sectors: { key: string, name: string }[] }[]} projects
 * @property {{ name: string, scopes: string[] }[]} apiTokens
 * @property {{ deviceId: string }[]} devices
 */

/** @typedef {(...args: string[]) => Promise<string>} Furrow the operator's command line */

/**
 * @param {string} file
 * @returns {Promise<Farm>}
 */
export async function readDemo(file) {
  return parse(await readFile(file, 'utf8'));
}

/**
 * Signs a JWT for the supervisor with the development keys; needs no database.
 *
 * @param {Farm} farm
 * @param {Furrow} furrow
 * @returns {Promise<{ idpId: string, token: string }>}
 */
export async function signDemoJwt(farm, furrow) {
  const { idpId } = /** @type {Farm['users'][0]} */ (farm.users.find(({ role }) => role === 'supervisor'));
  return { idpId, token: (await furrow('jwt', '--idp-id', idpId, '--expires-in', '12h')).trim() };
}

/**
 * Applies the demo farm. Secrets are shown once, by the run that creates them, so they are kept in `demo.json`.
 *
 * @param {object} options
 * @param {Farm} options.farm
 * @param {string} options.file where it was read from
 * @param {import('./home.mjs').Home} options.home
 * @param {Furrow} options.furrow
 * @param {Demo['jwt']} options.jwt
 * @returns {Promise<Demo>}
 */
export async function applyDemo({ farm, file, home, furrow, jwt }) {
  const printed = await furrow('apply', file, '--json');
  const applied = JSON.parse(printed);
  const known = home.read('demo.json') ?? {};
  const kept = {
    ...known,
    apiTokens: { ...known.apiTokens, ...withSecret(applied.apiTokens, 'credential') },
    devices: { ...known.devices, ...withSecret(applied.devices, 'deviceSecret') },
  };
  home.write('demo.json', kept);

  const [project] = /** @type {[Farm['projects'][0]]} */ (farm.projects);
  const [sector] = /** @type {[Farm['projects'][0]['sectors'][0]]} */ (project.sectors);
  return {
    company: farm.company.name,
    applied: printed,
    users: farm.users,
    place: {
      projectId: applied.projects[project.key],
      sectorId: applied.sectors[`${project.key}/${sector.key}`],
      sectorName: sector.name,
      timezone: project.timezone,
    },
    jwt,
    apiTokens: farm.apiTokens.map(({ name, scopes }) => {
      const { keyId } = applied.apiTokens[name];
      // Another database with the same FURROW_HOME has other tokens of the same name.
      const credential = kept.apiTokens[name]?.keyId === keyId ? kept.apiTokens[name].credential : undefined;
      return { name, scopes, keyId, credential };
    }),
    devices: farm.devices.map(({ deviceId }) => ({
      deviceId,
      deviceSecret: kept.devices[deviceId]?.deviceSecret,
    })),
  };
}

/**
 * Makes the season that the farm has behind it, once for each database.
 *
 * @param {object} options
 * @param {string} options.entry the program, which takes the ids of the farm
 * @param {NodeJS.ProcessEnv} options.env
 * @param {AbortSignal} options.stopping
 * @param {import('./home.mjs').Home} options.home
 * @param {Demo} options.demo
 */
export async function makeSeason({ entry, env, stopping, home, demo }) {
  const { companyId } = JSON.parse(demo.applied);
  if (home.read('demo.json')?.seasonOf === companyId) return;
  await runProgram({ entry, env, stopping, input: demo.applied });
  home.write('demo.json', { ...home.read('demo.json'), seasonOf: companyId });
}

/**
 * @param {Record<string, Record<string, unknown>>} made
 * @param {string} secret
 */
function withSecret(made, secret) {
  return Object.fromEntries(Object.entries(made ?? {}).filter(([, value]) => value?.[secret] !== undefined));
}
