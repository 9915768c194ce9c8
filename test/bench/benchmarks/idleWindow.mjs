import { idleServers } from '../idleServers.mjs';

export const about = 'memory of the server in an idle window over 300 plain JSON files';
export const anchor = "VS Code's JSON server, over the same files";
export const unit = 'MB';
export const limit = 1;

export function run() {
  return idleServers('memory');
}
