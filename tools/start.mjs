// npm start [-- folder]
// From a fresh clone to a VS Code with the extension in it: installs what is missing, builds, packs, opens.
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { startCodeServer } from './codeServer.mjs';
import { Refusal, root, run, runAsScript, say } from './command.mjs';
import { ensureDependencies, onPath } from './setup.mjs';

async function start() {
  const folder = folderToOpen(process.argv[2]);
  const desktop = desktopCode();
  await ensureDependencies();
  say('Building and packing the extension…');
  const { packageExtension } = await import('./package.mjs');
  const vsix = await packageExtension();
  if (desktop) await openInDesktop(desktop, folder);
  else await serve(vsix, folder);
}

function folderToOpen(named) {
  // npm runs a script in the repository; a relative path is meant from where the person stands.
  const from = process.env.npm_lifecycle_event ? process.env.INIT_CWD : undefined;
  const folder = named ? path.resolve(from ?? process.cwd(), named) : path.join(root, 'test', 'workspace');
  if (!existsSync(folder)) throw new Refusal(`The folder ${folder} does not exist.`);
  if (!statSync(folder).isDirectory()) throw new Refusal(`${folder} is a file; name the folder that it is in.`);
  return folder;
}

/** The desktop VS Code to use: $VSCODE_BIN, or `code` where that is one and there is a screen. */
function desktopCode() {
  const named = process.env.VSCODE_BIN;
  if (named) {
    if (existsSync(named)) return named;
    throw new Refusal(`VSCODE_BIN names ${named}, which does not exist.`);
  }
  // In a terminal of a remote VS Code or of code-server, `code` speaks to that window and can't load an extension from
  // a folder.
  if (process.env.VSCODE_IPC_HOOK_CLI) return undefined;
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined;
  const code = onPath('code');
  return code && !realpathSync(code).includes('remote-cli') ? code : undefined;
}

async function openInDesktop(code, folder) {
  say(`Opening ${folder} in VS Code, in a window with the extension.`);
  const args = ['--new-window', `--extensionDevelopmentPath=${path.resolve(root)}`, folder];
  // VS Code refuses to run as root without these two.
  if (process.getuid?.() === 0) {
    args.push('--no-sandbox', `--user-data-dir=${path.join(root, '.vscode-test', 'desktop-user')}`);
  }
  if ((await run(code, args)) !== 0) throw new Refusal(`VS Code could not be started: ${code} failed.`);
}

async function serve(vsix, folder) {
  say('There is no desktop VS Code here; starting one for the browser…');
  // Ctrl-C is how this ends; it is no failure. (What was started is cleaned up on exit, see codeServer.mjs.)
  process.once('SIGINT', () => process.exit(0));
  const server = await startCodeServer({ vsix: [vsix] });
  say('It runs until Ctrl-C.');
  say(`Open ${server.address(folder)}`);
  await server.ended;
  await server.stop();
  throw new Refusal('code-server ended by itself.');
}

await runAsScript(import.meta.url, start);
