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
};
