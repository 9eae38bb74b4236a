import { crossing } from '@furrow/database';

/** Of a command `c`; `$1` is the current instant. */
const COLUMNS = `
  SELECT c.company_id AS "companyId", c.command_id AS "commandId", c.device_id AS "deviceId", c.name,
         json_build_object(
           'commandId', c.command_id,
           'createdAt', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'payload', c.payload)::text AS message,
         ceil(extract(epoch FROM c.expires_at - $1::timestamptz))::int AS "secondsLeft"`;

const UNDELIVERED = 'c.delivered_at IS NULL AND c.expired_at IS NULL';
const WAITS = `${UNDELIVERED} AND c.expires_at > $1`;

/** After the command `$3`, `$4`. */
const IS_NEXT = '(c.company_id, c.command_id) > ($3::uuid, $4::uuid)';

export const NEXT = crossing(
  'next_commands',
  4,
  (of) => `${COLUMNS}
    FROM telemetry.commands c
   WHERE ${WAITS} AND ${IS_NEXT} ${of('c')}
   ORDER BY c.company_id, c.command_id
   LIMIT $2
     FOR UPDATE SKIP LOCKED`,
);

export const WAITING_COMPANIES = `
  SELECT c.company_id AS "companyId" FROM telemetry.commands c
   WHERE ${WAITS} AND ${IS_NEXT}
   GROUP BY c.company_id ORDER BY c.company_id LIMIT $2`;

const WANTED = 'unnest($3::uuid[], $4::text[], $5::text[]) AS wanted (company_id, device_id, name)';
const IS_WANTED = `c.company_id = wanted.company_id AND c.device_id = wanted.device_id
     AND (wanted.name IS NULL OR c.name = wanted.name) AND ${WAITS}`;

/**
 * At most `$6` of each device and name, each read from the index alone: without that limit the statement takes ten times as
 * long where many devices wait.
 */
export const PENDING = `
  SELECT found.* FROM ${WANTED}
   CROSS JOIN LATERAL (${COLUMNS} FROM telemetry.commands c WHERE ${IS_WANTED} ORDER BY c.command_id LIMIT $6) AS found
   ORDER BY found."commandId"
   LIMIT $2`;

/** A Citus refuses that limit in a statement on several nodes; `$2` alone limits this one. */
export const PENDING_ON_NODES = `${COLUMNS}
    FROM ${WANTED} JOIN telemetry.commands c ON ${IS_WANTED}
   ORDER BY c.command_id
   LIMIT $2`;

export const MARK = `
  UPDATE telemetry.commands c SET delivered_at = now()
    FROM unnest($1::uuid[], $2::uuid[]) AS d (company_id, command_id)
   WHERE c.company_id = d.company_id AND c.command_id = d.command_id AND c.delivered_at IS NULL`;

/** A page of those whose time is over. */
export const EXPIRED = `
  SELECT c.company_id AS "companyId", c.command_id AS "commandId" FROM telemetry.commands c
   WHERE ${UNDELIVERED} AND c.expires_at <= $1 AND ${IS_NEXT}
   ORDER BY c.company_id, c.command_id LIMIT $2`;

/** Skips those that another gateway is handing out. */
export const EXPIRE = crossing(
  undefined,
  3,
  (of) => `
  UPDATE telemetry.commands c SET expired_at = $1
    FROM (SELECT c.company_id, c.command_id
            FROM unnest($2::uuid[], $3::uuid[]) AS chosen (company_id, command_id)
            JOIN telemetry.commands c ON c.company_id = chosen.company_id AND c.command_id = chosen.command_id
           WHERE ${UNDELIVERED} ${of('c')}
             FOR NO KEY UPDATE OF c SKIP LOCKED) AS due
   WHERE c.company_id = due.company_id AND c.command_id = due.command_id ${of('c')}
  RETURNING 1 AS expired`,
);
