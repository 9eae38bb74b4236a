/**
 * Every bounded context, and which of the others each may use. Lint, layer rules, packing and `npm run new-context` all
 * read this list.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const CONTEXTS = {
  access: [],
  agronomy: ['access'],
  workforce: ['access', 'agronomy'],
  production: ['access', 'agronomy', 'workforce'],
  forms: ['access', 'agronomy', 'workforce'],
  telemetry: ['access', 'agronomy', 'workforce'],
  payroll: ['access', 'agronomy', 'workforce', 'production'],
  notifications: ['access', 'agronomy', 'production', 'telemetry'],
  safety: ['agronomy', 'workforce', 'telemetry'],
};

/**
 * The libraries that any context may stand on, lowest first, and which of the others each may use. Layer rules and packing
 * read this list.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const GROUND = {
  kernel: [],
  concurrency: ['kernel'],
  spreadsheet: ['kernel'],
  config: ['kernel'],
  observability: ['config', 'concurrency'],
  database: ['kernel', 'concurrency'],
  journal: ['kernel', 'database'],
  jobs: ['database', 'observability'],
  media: ['kernel', 'concurrency', 'config', 'database', 'jobs'],
};
