export * from './noted-rest.ts';
export * from './rest-of-worker.ts';
export * from './rest-rule.ts';
export * from './work-since-break.ts';
