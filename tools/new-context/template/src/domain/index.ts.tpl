export { {{Object}}Exists } from './errors.ts';
export { {{Object}}, type {{Object}}Id, type {{Object}}State } from './{{object}}.ts';
