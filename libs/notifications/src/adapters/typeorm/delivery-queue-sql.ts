import { crossing, type PreparedStatement } from '@furrow/database';
import { FAILING_MS } from '../../domain/index.ts';

/**
 * How long a claim lasts, in seconds: longer than an attempt, and as short as the takeover from a crashed process must
 * be.
 */
const LEASE_SECONDS = 30;
/** The number of latest attempts kept of a delivery. */
const KEPT_ATTEMPTS = 50;

/** Which of the companies `$1` have webhooks that get events. */
export const LISTENING: PreparedStatement = {
  name: 'companies_with_webhooks',
  text: `
  SELECT DISTINCT company_id AS "companyId" FROM notifications.webhooks
  WHERE company_id = ANY ($1::uuid[]) AND status = 'active'`,
};

/** `$1` companies, `$2` event ids, `$3` types, `$4` bodies, `$5` their transactions, `$6` their microseconds. */
export const FAN_OUT: PreparedStatement = {
  name: 'fan_out_events',
  text: `
  WITH made AS (
    INSERT INTO notifications.deliveries (company_id, webhook_id, delivery_id, type, body, next_at)
    SELECT w.company_id, w.webhook_id, e.id, e.type, e.body, now()
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::xid8[], $6::bigint[]) AS e (company_id, id, type, body, xid, micros)
    JOIN notifications.webhooks w ON w.company_id = e.company_id AND w.status = 'active' AND e.type = ANY (w.events)
      AND (NOT pg_visible_in_snapshot(feed.local_xid(e.xid), w.active_in)
           OR timestamptz 'epoch' + e.micros * interval '1 microsecond' > w.active_at)
    ON CONFLICT DO NOTHING
    RETURNING company_id, webhook_id
  )
  SELECT company_id AS "companyId", webhook_id AS "webhookId", count(*)::int AS count FROM made GROUP BY 1, 2`,
};

/**
 * `$1` companies, `$2` webhooks. In one order for all, and unconditionally, because a concurrent claim may be about to
 * record that nothing is due.
 */
export const WAKE = crossing(
  'wake_delivery_queues',
  2,
  (of) => `
  UPDATE notifications.delivery_queues q SET due_at = least(q.due_at, now())
  FROM (SELECT company_id, webhook_id FROM notifications.delivery_queues l
        WHERE (company_id, webhook_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) ${of('l')}
        ORDER BY company_id, webhook_id FOR NO KEY UPDATE) AS woken
  WHERE q.company_id = woken.company_id AND q.webhook_id = woken.webhook_id ${of('q')}`,
);

/**
 * Webhooks with due deliveries, and how many of them may be claimed: `$1` per webhook, `$2` per company, `$3`–`$4` the
 * number in flight of each webhook, `$5`–`$6` of each company. A webhook whose receiver fails gets one at a time.
 */
export const DUE_WEBHOOKS = crossing(
  'due_webhooks',
  6,
  (of) => `
  SELECT q.company_id AS "companyId", q.webhook_id AS "webhookId",
         CASE WHEN q.failing_since IS NULL THEN $1 ELSE 1 END - coalesce(h.count, 0) AS room, $2 - coalesce(c.count, 0) AS "companyRoom"
  FROM notifications.delivery_queues q
  LEFT JOIN unnest($3::uuid[], $4::int[]) AS h (webhook_id, count) ON h.webhook_id = q.webhook_id
  LEFT JOIN unnest($5::uuid[], $6::int[]) AS c (company_id, count) ON c.company_id = q.company_id
  WHERE q.due_at <= now() AND coalesce(c.count, 0) < $2
    AND coalesce(h.count, 0) < CASE WHEN q.failing_since IS NULL THEN $1 ELSE 1 END ${of('q')}
  ORDER BY coalesce(c.count, 0), q.due_at LIMIT 100
  FOR NO KEY UPDATE OF q SKIP LOCKED`,
);

/** `$1` companies, `$2` webhooks, `$3` the maximum of each, `$4` of its company, `$5` of all, `$6` the claim. */
export const CLAIM = crossing(
  'claim_deliveries',
  6,
  (of) => `
  WITH due AS (
    SELECT * FROM (
      SELECT w.url, d.*, h.n, h.company_room, row_number() OVER (PARTITION BY h.company_id ORDER BY h.n) AS nth
      FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[]) WITH ORDINALITY AS h (company_id, webhook_id, room, company_room, n)
      JOIN notifications.webhooks w ON w.company_id = h.company_id AND w.webhook_id = h.webhook_id AND w.status = 'active' ${of('w')}
      CROSS JOIN LATERAL (
        SELECT company_id, webhook_id, delivery_id FROM notifications.deliveries o
        WHERE company_id = h.company_id AND webhook_id = h.webhook_id AND status = 'pending' AND next_at <= now() ${of('o')}
        ORDER BY next_at LIMIT least(h.room, h.company_room) FOR NO KEY UPDATE SKIP LOCKED
      ) AS d
    ) AS within_rooms
    WHERE nth <= company_room ORDER BY n LIMIT $5
  )
  UPDATE notifications.deliveries d SET claim_id = $6, next_at = now() + interval '${LEASE_SECONDS} seconds'
  FROM due WHERE d.company_id = due.company_id AND d.webhook_id = due.webhook_id AND d.delivery_id = due.delivery_id ${of('d')}
  RETURNING d.company_id AS "companyId", d.webhook_id AS "webhookId", d.delivery_id AS "deliveryId", due.url, d.body, d.failures`,
);

/**
 * `$1` companies, `$2` webhooks whose deliveries were just claimed. Deliveries of a paused webhook are due when it is
 * resumed.
 */
export const NEXT_DUE = crossing(
  'next_due_of_webhooks',
  2,
  (of) => `
  UPDATE notifications.delivery_queues q SET due_at = coalesce(next.at, 'infinity')
  FROM unnest($1::uuid[], $2::uuid[]) AS h (company_id, webhook_id)
  LEFT JOIN LATERAL (
    SELECT d.next_at AS at FROM notifications.deliveries d
    JOIN notifications.webhooks w ON w.company_id = d.company_id AND w.webhook_id = d.webhook_id AND w.status = 'active'
    WHERE d.company_id = h.company_id AND d.webhook_id = h.webhook_id AND d.status = 'pending' ${of('d')} ${of('w')}
    ORDER BY d.next_at LIMIT 1
  ) AS next ON true
  WHERE q.company_id = h.company_id AND q.webhook_id = h.webhook_id AND q.due_at IS DISTINCT FROM coalesce(next.at, 'infinity')
    ${of('q')}`,
);

/**
 * Companies with due deliveries, in the order of `DUE_WEBHOOKS`: a Citus claims those of each by themselves. `$1`–`$2` the
 * number in flight of each company, `$3` the maximum.
 */
export const DUE_COMPANIES = `
  SELECT q.company_id AS "companyId"
  FROM notifications.delivery_queues q
  LEFT JOIN unnest($1::uuid[], $2::int[]) AS c (company_id, count) ON c.company_id = q.company_id
  WHERE q.due_at <= now() AND coalesce(c.count, 0) < $3
  GROUP BY q.company_id ORDER BY coalesce(min(c.count), 0), min(q.due_at) LIMIT 100`;

/** `$1` companies, `$2` webhooks. */
export const SECRETS = crossing(
  'secrets_of_webhooks',
  2,
  (of) => `
  SELECT webhook_id AS "webhookId", secret FROM notifications.webhook_secrets s
  WHERE (company_id, webhook_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
    AND (expires_at IS NULL OR expires_at > now()) ${of('s')}
  ORDER BY secret_id DESC`,
);

/** A Citus refuses functions that are not immutable on columns in an UPDATE, and `timestamptz + interval` is one. */
const AFTER_WAIT = 'to_timestamp(extract(epoch FROM now())::float8 + r.wait / 1000)';

/**
 * `$1` companies, `$2` webhooks, `$3` deliveries, `$4` claims, `$5` attempts, `$6` statuses, `$7` milliseconds to wait.
 * An attempt is recorded in any case; its consequence only if the delivery was not claimed by another process
 * meanwhile. A Citus refuses now() within CASE, so a subquery that is not pulled up computes the time.
 */
export const RECORD = crossing(
  'record_attempts',
  7,
  (of) => `
  UPDATE notifications.deliveries d SET
    attempts = CASE WHEN jsonb_array_length(d.attempts) >= ${KEPT_ATTEMPTS} THEN d.attempts - 0 ELSE d.attempts END || r.attempt,
    status = CASE WHEN d.claim_id = r.claim_id THEN r.status ELSE d.status END,
    failures = CASE WHEN d.claim_id = r.claim_id AND r.status <> 'delivered' THEN d.failures + 1 ELSE d.failures END,
    next_at = CASE WHEN d.claim_id IS DISTINCT FROM r.claim_id THEN d.next_at
                   WHEN r.status = 'pending' THEN r.next_at END,
    claim_id = nullif(d.claim_id, r.claim_id)
  FROM (SELECT r.*, ${AFTER_WAIT} AS next_at
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::jsonb[], $6::text[], $7::float8[])
          AS r (company_id, webhook_id, delivery_id, claim_id, attempt, status, wait)
        OFFSET 0) AS r
  WHERE d.company_id = r.company_id AND d.webhook_id = r.webhook_id AND d.delivery_id = r.delivery_id ${of('d')}`,
);

/**
 * `$1` companies, `$2` webhooks, `$3` whether any attempt succeeded, `$4` whether any failed, `$5` milliseconds until
 * the first retry, or null.
 */
export const RECORD_HEALTH = crossing(
  'record_receiver_health',
  5,
  (of) => `
  UPDATE notifications.delivery_queues q SET
    failing_since = CASE WHEN r.counted THEN NULL WHEN r.failed THEN coalesce(q.failing_since, r.now) ELSE q.failing_since END,
    due_at = least(q.due_at, r.retry_at)
  FROM (SELECT r.*, now() AS now, ${AFTER_WAIT} AS retry_at
        FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[], $5::float8[])
          AS r (company_id, webhook_id, counted, failed, wait)
        JOIN notifications.delivery_queues l ON l.company_id = r.company_id AND l.webhook_id = r.webhook_id
        WHERE (r.wait IS NOT NULL OR r.counted AND l.failing_since IS NOT NULL
          OR r.failed AND NOT r.counted AND l.failing_since IS NULL) ${of('l')}
        ORDER BY l.company_id, l.webhook_id FOR NO KEY UPDATE OF l) AS r
  WHERE q.company_id = r.company_id AND q.webhook_id = r.webhook_id ${of('q')}`,
);

/** `$1` companies, `$2` webhooks whose receivers have just failed, `$3` whether a receiver answered 410. */
export const PAUSE = crossing(
  'pause_webhooks',
  3,
  (of) => `
  UPDATE notifications.webhooks w SET status = 'paused', paused_at = now(), updated_at = now(),
    paused_reason = CASE WHEN r.gone THEN 'gone' ELSE 'failing' END
  FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) AS r (company_id, webhook_id, gone)
  JOIN notifications.delivery_queues q ON q.company_id = r.company_id AND q.webhook_id = r.webhook_id
  WHERE w.company_id = r.company_id AND w.webhook_id = r.webhook_id AND w.status = 'active'
    AND (r.gone OR q.failing_since <= now() - ${FAILING_MS} * interval '1 millisecond') ${of('w')} ${of('q')}`,
);

/** `$1` companies, `$2` webhooks, `$3` deliveries, `$4` claims. */
export const RELEASE: PreparedStatement = {
  name: 'release_deliveries',
  text: `
  UPDATE notifications.deliveries d SET next_at = now(), claim_id = NULL
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) AS r (company_id, webhook_id, delivery_id, claim_id)
  WHERE d.company_id = r.company_id AND d.webhook_id = r.webhook_id AND d.delivery_id = r.delivery_id
    AND d.claim_id = r.claim_id AND d.status = 'pending'`,
};

/** The maximum number of deliveries that one statement deletes of one webhook. */
const SWEPT = 1_000;
const DELIVERED_DAYS = 7;
const KEPT_DAYS = 30;

/**
 * Delivered ones are kept for a week, others for a month, those of a deleted webhook not at all. `-infinity` lets it use
 * the index `deliveries_by_time`.
 */
export const SWEEP_DELIVERIES = `
  DELETE FROM notifications.deliveries d USING (
    SELECT old.* FROM notifications.webhooks w CROSS JOIN LATERAL (
      SELECT o.company_id, o.webhook_id, o.delivery_id FROM notifications.deliveries o
      WHERE o.company_id = w.company_id AND o.webhook_id = w.webhook_id AND o.created_at > '-infinity'
        AND (w.status = 'deleted' OR o.created_at < now() - interval '${DELIVERED_DAYS} days'
             AND (o.status = 'delivered' OR o.created_at < now() - interval '${KEPT_DAYS} days'))
      ORDER BY o.created_at LIMIT ${SWEPT}
    ) AS old LIMIT 10000
  ) AS old
  WHERE d.company_id = old.company_id AND d.webhook_id = old.webhook_id AND d.delivery_id = old.delivery_id`;

export const SWEEP_WEBHOOKS = `
  DELETE FROM notifications.webhooks w WHERE status = 'deleted'
    AND NOT EXISTS (SELECT FROM notifications.deliveries d WHERE d.company_id = w.company_id AND d.webhook_id = w.webhook_id)`;

/** `$1` how many. */
export const SET_ASIDE_DUE = `
  SELECT company_id AS "companyId", micros, entry_id AS "entryId", failures FROM notifications.events_set_aside
  WHERE next_at <= now() ORDER BY next_at LIMIT $1`;

/** `$1`–`$3` the act, `$4` milliseconds until it is tried again, `$5` why. */
export const SET_ASIDE = `
  INSERT INTO notifications.events_set_aside (company_id, micros, entry_id, next_at, reason)
  VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond', $5) ON CONFLICT DO NOTHING`;

/** `$1`–`$3` the act, `$4` milliseconds until the next attempt. */
export const CLAIM_SET_ASIDE = `
  UPDATE notifications.events_set_aside SET failures = failures + 1, next_at = now() + $4::float8 * interval '1 millisecond'
  WHERE company_id = $1 AND micros = $2 AND entry_id = $3 AND next_at <= now()`;

/** `$1`–`$3` the act. */
export const FORGET_SET_ASIDE = `
  DELETE FROM notifications.events_set_aside WHERE company_id = $1 AND micros = $2 AND entry_id = $3`;

/** Its deliveries would not be kept for longer either. */
export const SWEEP_SET_ASIDE = `
  DELETE FROM notifications.events_set_aside
  WHERE micros < (extract(epoch FROM now() - interval '${KEPT_DAYS} days') * 1000000)::bigint`;
