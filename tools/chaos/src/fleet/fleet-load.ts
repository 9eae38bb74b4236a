import { fileURLToPath } from 'node:url';
import { Child } from '@furrow/testbed/load';
import type { FleetOrder, FleetReport } from './fleet-process.ts';

const PROGRAM = fileURLToPath(new URL('./fleet-process.js', import.meta.url));

/** One process of the fleet. */
export type FleetLoad = Child<FleetOrder, FleetReport>;

export const startFleetLoad = (): FleetLoad => Child.start('A process of the fleet', PROGRAM);
