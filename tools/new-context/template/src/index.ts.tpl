import { {{Context}}Tables{{timestamp}} } from './adapters/typeorm/migrations/{{timestamp}}-{{context}}-tables.ts';

export { Add{{Object}} } from './application/add-{{object}}.ts';

export const {{contextCamel}}Migrations = [{{Context}}Tables{{timestamp}}];
