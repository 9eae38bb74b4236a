import { spawn } from 'node:child_process';

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/**
 * Spawns a program that must not outlive this process.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnChild(program, args, options) {
  const child = spawn(program, args, options);
  children.add(child);
  child.on('close', () => children.delete(child));
  return child;
}

export function killChildren() {
  for (const child of children) child.kill('SIGTERM');
}
