// npm start [-- folder]
// Opens VS Code with the extension, from a fresh clone: before that, installs what is missing, builds, and packs.
import { cpSync, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { startCodeServer } from './codeServer.mjs';
import { Refusal, root, run, runAsScript, say } from './command.mjs';
import { desktopEditor } from './desktopEditor.mjs';
import { ensureDependencies, onPath } from './setup.mjs';

async function start() {
  const place = placeToOpen(process.argv[2]);
  const desktop = editorToUse();
  await ensureDependencies();
  if (desktop) {
    say('Building the extension…');
    const { build } = await import('./build.mjs');
    await build('production');
    await openInDesktop(desktop, place);
  } else {
    say('Building and packing the extension…');
    const { packageExtension } = await import('./package.mjs');
    await serve(await packageExtension(), place);
  }
}

/** The named folder; without one, a disposable copy of the sample, and its README. */
function placeToOpen(named) {
  if (!named) {
    const folder = sampleCopy();
    return { folder, file: path.join(folder, 'README.md') };
  }
  // npm runs a script in the repository; a relative path refers to the user's folder.
  const from = process.env.npm_lifecycle_event ? process.env.INIT_CWD : undefined;
  const folder = path.resolve(from ?? process.cwd(), named);
  if (!existsSync(folder)) throw new Refusal(`The folder ${folder} does not exist.`);
  if (!statSync(folder).isDirectory()) throw new Refusal(`${folder} is a file; name the folder that it is in.`);
  return { folder };
}

/** Copies the sample workspace, anew at each start, to a folder that no test reads. */
export function sampleCopy(to = path.join(root, '.vscode-test', 'sample')) {
  rmSync(to, { recursive: true, force: true });
  cpSync(path.join(root, 'test', 'sample'), to, { recursive: true });
  return to;
}

/** $VSCODE_BIN, a path or a name on PATH; else an installed editor, where there is a screen. */
function editorToUse() {
  const named = process.env.VSCODE_BIN;
  if (!named) {
    const { platform, env } = process;
    return desktopEditor({ platform, env, onPath, exists: existsSync, realPath: realpathSync });
  }
  const found = existsSync(named) ? named : onPath(named);
  if (found) return found;
  throw new Refusal(`VSCODE_BIN names ${named}, which does not exist.`);
}

async function openInDesktop(code, { folder, file }) {
  say(`Opening ${folder} in VS Code, in a window with the extension.`);
  const args = ['--new-window', `--extensionDevelopmentPath=${path.resolve(root)}`, folder, ...(file ? [file] : [])];
  // VS Code refuses to run as root without these two.
  if (process.getuid?.() === 0) {
    args.push('--no-sandbox', `--user-data-dir=${path.join(root, '.vscode-test', 'desktop-user')}`);
  }
  if ((await run(code, args)) !== 0) throw new Refusal(`VS Code could not be started: ${code} failed.`);
}

async function serve(vsix, { folder, file }) {
  say('There is no desktop VS Code here; starting one for the browser…');
  // Ctrl-C is the normal end, not a failure. (codeServer.mjs cleans up on exit.)
  process.once('SIGINT', () => process.exit(0));
  const server = await startCodeServer({ vsix: [vsix] });
  say('It runs until Ctrl-C. Whoever has this address can do there what you can; it is new at each start.');
  // A file that the address names opens before VS Code knows that it can be rendered.
  if (file) server.writeSettings({ 'workbench.startupEditor': 'readme' });
  say(`Open ${server.address(folder)}`);
  await server.ended;
  await server.stop();
  throw new Refusal('code-server ended by itself.');
}

await runAsScript(import.meta.url, start);
