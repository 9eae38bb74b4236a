export { DemoFarm } from './demo-farm.ts';
