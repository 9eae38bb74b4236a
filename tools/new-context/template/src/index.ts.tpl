export { {{contextCamel}}Migrations } from './adapters/typeorm/migrations/index.ts';
export { Add{{Object}}, type New{{Object}} } from './application/add-{{object}}.ts';
export { wire{{Context}} } from './wiring.ts';
