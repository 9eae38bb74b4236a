import { {{Context}}Tables{{timestamp}} } from './{{timestamp}}-{{context}}-tables.ts';

export const {{contextCamel}}Migrations = [{{Context}}Tables{{timestamp}}];
