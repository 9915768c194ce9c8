import { idleServers } from '../idleServers.mjs';

export const about = 'CPU time of the server from its start until it rests, over 300 plain JSON files';
export const anchor = "VS Code's JSON server, over the same files";
/** The goal is 1; see CONTRIBUTING.md. */
export const limit = 1.2;

export function run() {
  return idleServers('cpu');
}
