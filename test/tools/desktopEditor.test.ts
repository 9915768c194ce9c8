import { expect, test } from 'vitest';
import { desktopEditor } from '../../tools/desktopEditor.mjs';

interface System {
  platform: NodeJS.Platform;
  env?: Record<string, string>;
  /** The commands on PATH, and where links of theirs lead. */
  path?: Record<string, string>;
  files?: string[];
}

function found({ platform, env = {}, path = {}, files = [] }: System) {
  return desktopEditor({
    platform,
    env,
    onPath: name => (Object.hasOwn(path, name) ? `/bin/${name}` : undefined),
    exists: file => files.includes(file),
    realPath: file => path[file.slice('/bin/'.length)] || file,
  });
}

const DISPLAY = ':0';
const APPS = '/Applications';
const inApp = (app: string, command: string) => `${APPS}/${app}.app/Contents/Resources/app/bin/${command}`;
const USER = 'C:\\Users\\ann smith\\AppData\\Local';

test.each<[System, string | undefined]>([
  [{ platform: 'linux', env: { DISPLAY }, path: { code: '' } }, '/bin/code'],
  [{ platform: 'linux', env: { DISPLAY }, path: { cursor: '', codium: '' } }, '/bin/codium'],
  [{ platform: 'linux', env: { WAYLAND_DISPLAY: 'w' }, path: { 'code-insiders': '' } }, '/bin/code-insiders'],
  [{ platform: 'linux', path: { code: '' } }, undefined],
  [{ platform: 'linux', env: { DISPLAY, VSCODE_IPC_HOOK_CLI: '/x' }, path: { code: '' } }, undefined],
  [{ platform: 'linux', env: { DISPLAY }, path: { code: '/opt/remote-cli/code', codium: '' } }, '/bin/codium'],
  [{ platform: 'darwin', files: [inApp('Visual Studio Code', 'code')] }, inApp('Visual Studio Code', 'code')],
  [{ platform: 'darwin', files: [inApp('Cursor', 'cursor')] }, inApp('Cursor', 'cursor')],
  [
    { platform: 'darwin', env: { HOME: '/Users/a' }, files: [`/Users/a${inApp('VSCodium', 'codium')}`] },
    `/Users/a${inApp('VSCodium', 'codium')}`,
  ],
  [
    { platform: 'darwin', files: [inApp('Visual Studio Code - Insiders', 'code')] },
    inApp('Visual Studio Code - Insiders', 'code'),
  ],
  [{ platform: 'darwin', path: { cursor: '' }, files: [inApp('Visual Studio Code', 'code')] }, '/bin/cursor'],
  [
    { platform: 'win32', env: { LOCALAPPDATA: USER }, files: [`${USER}\\Programs\\Microsoft VS Code\\bin\\code.cmd`] },
    `${USER}\\Programs\\Microsoft VS Code\\bin\\code.cmd`,
  ],
  [
    {
      platform: 'win32',
      env: { ProgramFiles: 'C:\\Program Files' },
      files: ['C:\\Program Files\\VSCodium\\bin\\codium.cmd'],
    },
    'C:\\Program Files\\VSCodium\\bin\\codium.cmd',
  ],
  [{ platform: 'win32', env: {} }, undefined],
])('%j has %s', (system, editor) => {
  expect(found(system)).toBe(editor);
});
