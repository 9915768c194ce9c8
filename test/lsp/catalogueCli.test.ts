import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { serverPath } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const call = (tool: string, ttl: unknown, at: number) =>
  JSON.stringify({
    call_id: `t_4k7m2p9x1${at}`,
    agent: 'comms',
    tool,
    args: { item_id: 'n', ttl_seconds: ttl },
    ts: '2026-06-01T07:30:00Z',
    confirm_required: false,
  });
const OWN = { '.agent-envelopes.json': '{"toolCatalogues": ["tools/all.json"]}' };
const CALLS = { 'calls.jsonl': [call('snooze', 60, 0), call('snooze', 30, 1), call('snoze', 60, 2)].join('\n') };

/** What the built command line says of a folder with these files, each problem as `file rule`. */
function checked(files: Record<string, string>) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const cli = join(dirname(serverPath), 'cli.js');
  const args = [cli, 'check', '.', '--format', 'json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' });
  expect(stderr).toBe('');
  const { files: all } = JSON.parse(stdout) as { files: { file: string; problems: { rule: string }[] }[] };
  return { status, found: all.flatMap(({ file, problems }) => problems.map(({ rule }) => `${file} ${rule}`)) };
}

test('the command line holds calls against the catalogue that the folder’s own file names', () => {
  expect(checked({ ...CALLS, ...OWN, 'tools/all.json': CATALOGUE })).toEqual({
    status: 1,
    found: ['calls.jsonl toolcall/arguments', 'calls.jsonl toolcall/unknown-tool'],
  });
  expect(checked({ ...CALLS, 'tools/all.json': CATALOGUE })).toEqual({ status: 0, found: [] });
});

test('a schema that is broken is one problem, in the catalogue', () => {
  const broken = CATALOGUE.replace('"type": "integer"', '"type": "int"');
  expect(checked({ ...CALLS, ...OWN, 'tools/all.json': broken })).toEqual({
    status: 1,
    found: ['calls.jsonl toolcall/unknown-tool', 'tools/all.json toolcall/catalogue-schema'],
  });
});
