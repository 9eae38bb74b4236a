import type { Transaction } from '@furrow/database';

const POLICY = `company_id, valid_from, hourly_rate, minimum_wage, minimum_wage_per, minimum_wage_basis, nonproductive_rate,
  rest_breaks, overtime_weekly_hours, overtime_daily_hours, overtime_premium, workweek_starts_on, fixed_bonus, tiers, active`;
const POLICY_NAME = `t.valid_from || coalesce('/' || t.worker_group, '')`;

/**
 * Where the sections of a farm file are stored: table, key, display name, and each member under its name in the file.
 * Members are listed one by one, so that no secret is among them.
 */
const KEPT = {
  company: {
    rows: 'access.companies t',
    ...{ id: 't.company_id', name: 't.key' },
    members: { name: 't.name', timezone: 't.timezone', currency: 't.currency' },
  },
  users: {
    // Of people who are invited the address is the name.
    rows: `(SELECT company_id, user_id, idp_id, idp_id AS known_as, name, email, role, picture, status, pruned FROM access.users
      UNION ALL SELECT company_id, user_id, NULL, email, name, email, role, picture, status, pruned
      FROM access.invitations WHERE status <> 'taken') t`,
    ...{ id: 't.user_id', name: 't.known_as' },
    members: {
      idpId: 't.idp_id',
      ...{ name: 't.name', email: 't.email', role: 't.role', picture: 't.picture' },
      ...{ status: 't.status', pruned: 't.pruned' },
    },
  },
  projects: {
    rows: 'agronomy.projects t',
    ...{ id: 't.project_id', name: 't.key' },
    members: {
      ...{ name: 't.name', timezone: 't.timezone', status: 't.status' },
      'defaults.samplingUnit': 't.sampling_unit',
      'defaults.pricePerUnit': 't.price_per_unit',
      'defaults.maxDurationHours': 't.max_duration_hours',
      'defaults.syncGraceHours': 't.sync_grace_hours',
      'defaults.harvestGuard': 't.harvest_guard',
      'defaults.repeatSeconds': 't.repeat_seconds',
    },
  },
  sectors: {
    rows: 'agronomy.sectors t JOIN agronomy.projects p USING (company_id, project_id)',
    ...{ id: 't.sector_id', name: `p.key || '/' || t.key` },
    members: {
      ...{ name: 't.name', crop: 't.crop', variety: 't.variety', status: 't.status' },
      // Outlines are long, so only a digest shows that one changed.
      boundary: `t.boundary ->> 'type' || ' ' || left(md5(t.boundary::text), 8)`,
    },
  },
  workerOptions: {
    rows: `(SELECT company_id, field, value, active FROM workforce.options WHERE company_id = $1
      UNION ALL SELECT company_id, 'group', value, active FROM workforce.groups WHERE company_id = $1) t`,
    ...{ id: `t.field || '/' || t.value`, name: `t.field || '/' || t.value` },
    members: { active: 't.active' },
  },
  qualities: {
    rows: 'production.qualities t',
    ...{ id: 't.quality_id', name: 't.key' },
    members: { name: 't.name', active: 't.active' },
  },
  containers: {
    rows: 'production.containers t',
    ...{ id: 't.key', name: 't.key' },
    members: {
      ...{ name: 't.name', unit: 't.unit', units: 't.units', tare: 't.tare', min: 't.min', max: 't.max' },
      active: 't.active',
    },
  },
  prices: {
    rows: `production.prices t
      LEFT JOIN agronomy.projects p ON p.company_id = t.company_id AND p.project_id = t.project_id
      LEFT JOIN production.qualities q ON q.company_id = t.company_id AND q.quality_id = t.quality_id`,
    id: 't.price_key',
    name: `concat_ws('/', t.valid_from, t.unit, 'project=' || p.key, 'crop=' || t.crop, 'variety=' || t.variety,
      'quality=' || q.key, 'container=' || t.container)`,
    members: {
      ...{ validFrom: 't.valid_from', unit: 't.unit', price: 't.price', project: 'p.key', crop: 't.crop' },
      ...{ variety: 't.variety', quality: 'q.key', container: 't.container', active: 't.active' },
    },
  },
  forms: {
    rows: 'forms.forms t JOIN forms.form_versions v USING (company_id, form_id, version)',
    ...{ id: 't.form_id', name: 't.key' },
    members: {
      ...{ name: 't.name', type: 't.type', subtype: 't.subtype', version: 't.version', active: 't.active' },
      ...{ 'access.roles': 't.access_roles', 'access.users': 't.access_users', fields: 'v.fields' },
    },
  },
  tasks: {
    rows: `forms.tasks t JOIN forms.forms f USING (company_id, form_id)
      LEFT JOIN access.users u ON u.company_id = t.company_id AND u.user_id = t.assignee_id
      LEFT JOIN agronomy.projects p ON p.company_id = t.company_id AND p.project_id = t.project_id
      LEFT JOIN agronomy.sectors s ON s.company_id = t.company_id AND s.sector_id = t.sector_id`,
    ...{ id: 't.task_id', name: 't.key' },
    members: {
      ...{ form: 'f.key', assignee: 'u.idp_id', project: 'p.key', sector: 's.key', dueAt: 't.due_at' },
      ...{ status: 't.status', active: 't.active' },
    },
  },
  devices: {
    rows: `access.devices t
      LEFT JOIN agronomy.projects p ON p.company_id = t.company_id AND p.project_id = t.project_id
      LEFT JOIN agronomy.sectors s ON s.company_id = t.company_id AND s.sector_id = t.sector_id`,
    ...{ id: 't.device_id', name: 't.device_id' },
    members: {
      ...{ project: 'p.key', sector: 's.key', status: 't.status', pruned: 't.pruned' },
      ...{ latitude: 't.latitude', longitude: 't.longitude', altitude: 't.altitude' },
      ...{ windHeight: 't.wind_height', devEui: 't.dev_eui', mapping: 't.mapping' },
    },
  },
  apiTokens: {
    rows: 'access.api_tokens t',
    ...{ id: 't.key_id', name: 't.name' },
    members: {
      ...{ scopes: 't.scopes', expiresAt: 't.expires_at' },
      ...{ replaced: 't.replaced_at IS NOT NULL', revoked: 't.revoked_at IS NOT NULL' },
    },
  },
  payPolicies: {
    rows: `(SELECT ${POLICY}, NULL AS worker_group FROM payroll.policies WHERE company_id = $1
      UNION ALL SELECT ${POLICY}, worker_group FROM payroll.group_policies WHERE company_id = $1) t`,
    ...{ id: POLICY_NAME, name: POLICY_NAME },
    members: {
      ...{ validFrom: 't.valid_from', group: 't.worker_group' },
      ...{ hourlyRate: 't.hourly_rate', 'minimumWage.amount': 't.minimum_wage' },
      ...{ 'minimumWage.per': 't.minimum_wage_per', minimumWageBasis: 't.minimum_wage_basis' },
      ...{ nonproductiveRate: 't.nonproductive_rate', restBreaks: 't.rest_breaks' },
      'overtime.weeklyHours': 't.overtime_weekly_hours',
      'overtime.dailyHours': 't.overtime_daily_hours',
      'overtime.premium': 't.overtime_premium',
      ...{ workweekStartsOn: 't.workweek_starts_on', fixedBonus: 't.fixed_bonus' },
      tiers: `coalesce((SELECT json_agg(json_build_object('unit', e ->> 'unit', 'per', e ->> 'per',
        'from', (e ->> 'from')::numeric, 'premium', (e ->> 'premium')::numeric)) FROM jsonb_array_elements(t.tiers) e), '[]')`,
      active: 't.active',
    },
  },
  payRates: {
    rows: `payroll.rates t LEFT JOIN workforce.workers w
      ON t.rate_of = 'worker' AND w.company_id = t.company_id AND w.worker_id::text = t.target`,
    ...{ id: 't.rate_key', name: `t.valid_from || '/' || t.rate_of || '/' || coalesce(w.code, t.target)` },
    members: {
      ...{ validFrom: 't.valid_from', of: 't.rate_of', target: 'coalesce(w.code, t.target)' },
      ...{ hourlyRate: 't.hourly_rate', active: 't.active' },
    },
  },
  projectWages: {
    rows: 'payroll.project_wages t JOIN agronomy.projects p USING (company_id, project_id)',
    id: 't.wage_key',
    name: `t.valid_from || '/' || p.key || coalesce('/' || t.worker_group, '')`,
    members: {
      ...{ validFrom: 't.valid_from', project: 'p.key', group: 't.worker_group' },
      ...{ hourlyRate: 't.hourly_rate', 'minimumWage.amount': 't.minimum_wage' },
      ...{ 'minimumWage.per': 't.minimum_wage_per', nonproductiveRate: 't.nonproductive_rate' },
      active: 't.active',
    },
  },
  alerts: {
    rows: `notifications.alerts t
      LEFT JOIN agronomy.projects p ON p.company_id = t.company_id AND p.project_id = t.project_id`,
    ...{ id: 't.key', name: 't.key' },
    members: {
      ...{ name: 't.name', kind: 't.kind', project: 'p.key', device: 't.device_id', metric: 't.metric' },
      ...{ above: 't.above', below: 't.below', for: 't.lasts', clearBy: 't.clear_by', active: 't.active' },
    },
  },
  restRules: {
    rows: `safety.rest_rules t
      LEFT JOIN agronomy.projects p ON p.company_id = t.company_id AND p.project_id = t.project_id`,
    ...{ id: 't.key', name: 't.key' },
    members: {
      ...{ project: 'p.key', metric: 't.metric', above: 't.above', restMinutes: 't.rest_minutes' },
      ...{ everyMinutes: 't.every_minutes', source: 't.source', active: 't.active' },
    },
  },
} as const;

export type Section = keyof typeof KEPT;
export const SECTIONS = Object.keys(KEPT) as readonly Section[];

/** One stored item of a company, as its farm file would state it. */
export interface Kept {
  readonly section: Section;
  readonly id: string;
  /** Its name in the file. */
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
}

const CENSUS = Object.entries(KEPT).map(([section, { rows, id, name, members }]) => {
  const pairs = Object.entries(members).map(([member, value]) => `'${member}', ${value}`);
  return `SELECT '${section}' AS section, (${id})::text AS id, ${name} AS name,
    json_build_object(${pairs.join(', ')}) AS members FROM ${rows} WHERE t.company_id = $1 ORDER BY (${name}) COLLATE "C", 2`;
});

/** The stored items of a transaction's company, as that transaction sees them, ordered by section and name. */
export async function censusOf(tx: Transaction): Promise<readonly Kept[]> {
  return (await Promise.all(CENSUS.map((sql) => tx.query<Kept>(sql, [tx.companyId])))).flat();
}
