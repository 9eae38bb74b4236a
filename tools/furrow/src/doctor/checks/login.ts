import type { Check } from '../finding.ts';
import type { Server } from '../server.ts';

interface Login {
  readonly name: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
  readonly owns: boolean;
}

interface Role {
  readonly name: string;
  readonly unbound: boolean;
  readonly assumable: boolean;
  readonly inherited: boolean;
}

const ROLES = ['furrow_tenant', 'furrow_system'];

const LOGIN = `
  SELECT rolname AS name, rolsuper AS superuser, rolbypassrls AS bypasses,
         EXISTS (SELECT FROM pg_namespace WHERE nspname = 'production' AND nspowner = pg_roles.oid) AS owns
  FROM pg_roles WHERE rolname = current_user`;

/**
 * Before version 16 every member of a role may switch to it. On a Citus the roles log in on the workers, so there they
 * have to.
 */
const rolesSql = (version: number) => `
  SELECT rolname AS name,
         rolsuper OR rolbypassrls OR (rolcanlogin AND NOT coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local') AS unbound,
         pg_has_role(current_user, oid, '${version >= 160_000 ? 'SET' : 'MEMBER'}') AS assumable,
         pg_has_role(current_user, oid, 'USAGE') AS inherited
  FROM pg_roles WHERE rolname = ANY($1)`;

/** The services' login may have no rights of its own, and may switch to two roles that row-level security restricts. */
export const login: Check<Server> = {
  subject: 'login and roles',
  async examine({ client }, findings) {
    const [me] = (await client.query<Login>(LOGIN)).rows;
    const name = me?.name ?? 'unknown';
    const grant = 'Run "furrow migrate" with DATABASE_OWNER_URL set to the owner.';
    const ownLogin = `Give the services a login of their own (CREATE ROLE … LOGIN NOINHERIT), and the owner to DATABASE_OWNER_URL alone.`;
    if (me?.superuser || me?.bypasses)
      findings.wrong(`The login ${name} bypasses row-level security.`, ownLogin);
    if (me?.owns && !me.superuser)
      findings.warning(`The login ${name} owns the tables, and so bypasses row-level security.`, ownLogin);

    const { rows } = await client.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    const roles = (await client.query<Role>(rolesSql(rows[0]?.version ?? 0), [ROLES])).rows;
    for (const role of ROLES) {
      const known = roles.find((each) => each.name === role);
      if (known === undefined) findings.wrong(`There is no role ${role}.`, grant);
      else if (!known.assumable) findings.wrong(`The login ${name} may not switch to ${role}.`, grant);
      else if (known.unbound)
        findings.wrong(
          `The role ${role} may log in, or bypasses row-level security.`,
          `ALTER ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS;`,
        );
      else if (known.inherited && !me?.superuser)
        findings.warning(
          `The login ${name} has the rights of ${role} without switching to it.`,
          `ALTER ROLE ${name} NOINHERIT, and run "furrow migrate" again.`,
        );
    }
    findings.elseFine(`The login ${name} may only switch to ${ROLES.join(' and ')}.`);
  },
};
