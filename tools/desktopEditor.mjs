// Finds an installed desktop editor, such as VS Code, to show the extension in. Uses only built-in modules of Node.
import path from 'node:path';

/**
 * In order of preference: the command (and its name within the application), the macOS application, the Windows folder.
 */
const EDITORS = [
  { command: 'code', app: 'Visual Studio Code', folder: 'Microsoft VS Code' },
  {
    command: 'code-insiders',
    inApp: 'code',
    app: 'Visual Studio Code - Insiders',
    folder: 'Microsoft VS Code Insiders',
  },
  { command: 'codium', app: 'VSCodium', folder: 'VSCodium' },
  { command: 'cursor', app: 'Cursor', folder: 'cursor\\resources\\app' },
];

/**
 * The path of the editor to use: the first installed one, on PATH before other places. Undefined where there is none,
 * or no screen to show it on.
 * @param {object} system
 * @param {NodeJS.Platform} system.platform
 * @param {Readonly<Record<string, string | undefined>>} system.env
 * @param {(name: string) => string | undefined} system.onPath resolves a name on PATH to a file
 * @param {(file: string) => boolean} system.exists
 * @param {(file: string) => string} system.realPath resolves links
 */
export function desktopEditor({ platform, env, onPath, exists, realPath }) {
  // In a terminal of a remote VS Code or of code-server, the command controls that window and can't load an extension
  // from a folder.
  if (env.VSCODE_IPC_HOOK_CLI) return undefined;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return undefined;
  const named = EDITORS.flatMap(({ command }) => onPath(command) ?? []);
  const places = EDITORS.flatMap(editor => installedPlaces(editor, { platform, env }));
  return [...named.filter(file => !realPath(file).includes('remote-cli')), ...places.filter(exists)][0];
}

function installedPlaces({ command, inApp = command, app, folder }, { platform, env }) {
  if (platform === 'darwin') {
    const homes = env.HOME ? ['', env.HOME] : [''];
    return homes.map(home => `${home}/Applications/${app}.app/Contents/Resources/app/bin/${inApp}`);
  }
  if (platform !== 'win32') return [];
  const roots = [env.LOCALAPPDATA && path.win32.join(env.LOCALAPPDATA, 'Programs'), env.ProgramFiles];
  return roots.filter(Boolean).map(root => path.win32.join(root, folder, 'bin', `${command}.cmd`));
}
