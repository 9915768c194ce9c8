import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { codeCache } from '../../client/src/nodeClientPlatform';
import { temporaryFolder } from '../kit/temporaryFolder';

function contextOf(path: string, scheme = 'file'): ExtensionContext {
  const context = { globalStorageUri: { scheme, fsPath: path }, extension: { packageJSON: { version: '1.2.3' } } };
  return context as ExtensionContext;
}

test('compiled code is kept for this version alone, where only this user may read it', () => {
  const { path, dispose } = temporaryFolder({});
  onTestFinished(dispose);
  const storage = join(path, 'not-there-yet');
  mkdirSync(join(storage, 'code', '1.2.2'), { recursive: true });
  writeFileSync(join(storage, 'code', '1.2.2', 'old'), '');
  const { NODE_COMPILE_CACHE: folder = '' } = codeCache(contextOf(storage));
  expect(folder).toBe(join(storage, 'code', '1.2.3'));
  expect(readdirSync(join(storage, 'code'))).toEqual(['1.2.3']);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o077).toBe(0);
  writeFileSync(join(folder, 'kept'), '');
  codeCache(contextOf(storage));
  expect(readdirSync(folder)).toEqual(['kept']);
});

test('without a folder, nothing is kept', () => {
  const { path, dispose } = temporaryFolder({ file: '' });
  onTestFinished(dispose);
  expect(codeCache(contextOf(join(path, 'file', 'inside')))).toEqual({});
  expect(codeCache(contextOf('/storage', 'vscode-userdata'))).toEqual({});
});
