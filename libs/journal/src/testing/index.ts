export { settled } from './settled.ts';
