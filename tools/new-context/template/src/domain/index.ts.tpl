export * from './errors.ts';
export * from './{{object}}.ts';
