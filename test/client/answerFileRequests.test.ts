import { beforeEach, expect, test, vi } from 'vitest';
import { answerFileRequests } from '../../client/src/answerFileRequests';

const fs = vi.hoisted(() => {
  class FileSystemError extends Error {
    code = 'Unknown';
  }
  const gone = Object.assign(new FileSystemError('no such file'), { code: 'FileNotFound' });
  return { gone, FileSystemError, stat: vi.fn(), readDirectory: vi.fn(), readFile: vi.fn() };
});

vi.mock('vscode', () => ({
  FileSystemError: fs.FileSystemError,
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  TabInputCustom: class {},
  TabInputText: class {},
  Uri: {
    parse: (text: string) => ({ toString: () => text }),
    joinPath: (folder: string, name: string) => `${folder}/${name}`,
  },
  window: { tabGroups: { all: [] } },
  workspace: {
    fs,
    getWorkspaceFolder: (uri: object) => (String(uri).startsWith('vscode-vfs://team/') ? {} : undefined),
  },
}));

type Answer = (params: object) => Promise<unknown>;
const answers = new Map<string, Answer>();
answerFileRequests(
  { onRequest: (method: string, answer: Answer) => void answers.set(method, answer) } as never,
  'ext:/dist' as never,
);
const uri = 'vscode-vfs://team/logs';
const list = (at = uri) => answers.get('agentEnvelopes/disk/list')?.({ uri: at });
const read = (most = 10) => answers.get('agentEnvelopes/disk/read')?.({ uri, most });
const down = new Error('the network is down');

beforeEach(() => {
  fs.stat.mockReset().mockResolvedValue({ type: 2, size: 0, mtime: 1 });
  fs.readDirectory.mockReset().mockResolvedValue([
    ['a', 2],
    ['b', 1],
    ['c', 65],
  ]);
  fs.readFile.mockReset().mockResolvedValue(new Uint8Array(3));
});

test('a folder is listed, with its links; none outside of the workspace', async () => {
  expect(await list()).toEqual([
    ['a', 'folder'],
    ['b', 'file'],
    ['c', 'link'],
  ]);
  expect(await list('file:///etc')).toBeNull();
});

test('a folder that is gone, or is a file, is none; one that can not be listed now is an error', async () => {
  fs.readDirectory.mockRejectedValue(down);
  await expect(list()).rejects.toBe(down);
  fs.stat.mockResolvedValue({ type: 1, size: 0, mtime: 1 });
  expect(await list()).toBeNull();
  fs.stat.mockRejectedValue(fs.gone);
  expect(await list()).toBeNull();
  fs.stat.mockRejectedValue(down);
  await expect(list()).rejects.toBe(down);
});

test('a file that is gone is none; one that can not be read now is an error', async () => {
  fs.stat.mockResolvedValue({ type: 1, size: 3, mtime: 1 });
  expect(await read()).toEqual({ size: 3, changedAt: 1, bytes: new Uint8Array(3) });
  expect(await read(2)).toEqual({ size: 3, changedAt: 1 });
  fs.readFile.mockRejectedValue(down);
  await expect(read()).rejects.toBe(down);
  // It has gone between the two questions.
  fs.stat.mockResolvedValueOnce({ type: 1, size: 3, mtime: 1 }).mockRejectedValueOnce(fs.gone);
  expect(await read()).toBeNull();
  fs.stat.mockReset().mockRejectedValue(down);
  await expect(read()).rejects.toBe(down);
});

test("the extension's own files are read by their names, and no others", async () => {
  const own = (name: string) => answers.get('agentEnvelopes/disk/own')?.({ name });
  fs.readFile.mockImplementation(async at => new TextEncoder().encode(String(at)));
  expect(await own('offline.js')).toBe('ext:/dist/offline.js');
  for (const name of ['../package.json', 'a/b.js', '', 'x.json', '.js']) expect(await own(name)).toBeNull();
});
