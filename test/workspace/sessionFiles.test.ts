import { symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSessionFiles, readHead, sessionFolders } from '../../server/src/workspace/sessionFiles';
import { temporaryFolder } from '../kit/temporaryFolder';

function home(files: Record<string, string>) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  return folder;
}

const found = (folder: ReturnType<typeof home>, env: NodeJS.ProcessEnv = {}) =>
  findSessionFiles(sessionFolders(folder.path, env)).map(({ path, family }) => [
    path.slice(folder.path.length + 1).replaceAll('\\', '/'),
    family,
  ]);

test('sessions are found in the folders of their agents, the newest first, without those of sub-agents', () => {
  const folder = home({
    '.claude/projects/-work-shop/a.jsonl': 'a',
    '.claude/projects/-work-shop/a/subagents/agent-1.jsonl': 'b',
    '.claude/projects/-work-shop/agent-2.jsonl': 'c',
    '.claude/projects/-work-shop/notes.json': 'd',
    '.claude/projects/-work-shop/empty.jsonl': '',
    '.claude/projects/loose.jsonl': 'e',
    '.claude/history.jsonl': 'f',
    '.codex/sessions/2026/07/01/rollout-1.jsonl': 'g',
    '.codex/sessions/2026/rollout-2.jsonl': 'h',
    'project/b.jsonl': 'i',
  });
  utimesSync(folder.pathOf('.claude/projects/-work-shop/a.jsonl'), 1000, 1000);
  expect(found(folder)).toEqual([
    ['.codex/sessions/2026/07/01/rollout-1.jsonl', 'codex'],
    ['.claude/projects/-work-shop/a.jsonl', 'claude-code'],
  ]);
});

test('the environment names other folders, besides those of the home folder', () => {
  const folder = home({
    '.claude/projects/p/a.jsonl': 'a',
    'config/projects/p/b.jsonl': 'b',
    'other/sessions/2026/07/01/c.jsonl': 'c',
  });
  const env = { CLAUDE_CONFIG_DIR: folder.pathOf('config'), CODEX_HOME: folder.pathOf('other') };
  expect(found(folder, env).sort()).toEqual([
    ['.claude/projects/p/a.jsonl', 'claude-code'],
    ['config/projects/p/b.jsonl', 'claude-code'],
    ['other/sessions/2026/07/01/c.jsonl', 'codex'],
  ]);
  const same = { CLAUDE_CONFIG_DIR: folder.pathOf('.claude'), CODEX_HOME: 'relative' };
  expect(sessionFolders(folder.path, same)).toEqual(sessionFolders(folder.path, {}));
});

test('other agents have folders and names of logs of their own; a session in a folder has its name', () => {
  const folder = home({
    '.gemini/tmp/1a2b/chats/session-1.json': 'a',
    '.gemini/tmp/1a2b/logs.json': 'b',
    '.gemini/tmp/1a2b/chats/notes.json': 'c',
    '.copilot/session-state/5e5e/events.jsonl': 'd',
    '.copilot/session-state/5e5e/workspace.jsonl': 'e',
    '.pi/agent/sessions/--work--/p.jsonl': 'f',
    '.openclaw/agents/main/sessions/o.jsonl': 'g',
    '.local/share/goose/sessions/20260101_1.jsonl': 'h',
    '.local/share/amp/threads/T-1.json': 'i',
    '.kimi/sessions/w1/k1/wire.jsonl': 'j',
    '.kimi/sessions/w1/k1/context.jsonl': 'k',
    '.kimi-code/sessions/w2/k2/agents/main/wire.jsonl': 'l',
    'data/goose/sessions/20260101_2.jsonl': 'm',
    '.local/share/opencode/storage/session/p1/ses_1.json': 'n',
    '.local/share/opencode/storage/message/ses_1/msg_1.json': 'o',
    '.cursor/projects/work-shop/agent-transcripts/c1/c1.jsonl': 'p',
    '.cursor/projects/work-shop/agent-transcripts/c1/subagents/c2.jsonl': 'q',
    '.gemini/antigravity-cli/brain/a1/.system_generated/logs/transcript.jsonl': 'r',
    '.gemini/antigravity-cli/brain/a1/.system_generated/logs/transcript_full.jsonl': 's',
  });
  const listed = findSessionFiles(sessionFolders(folder.path, { XDG_DATA_HOME: folder.pathOf('data') }));
  expect(listed.map(({ family, project, name }) => `${family}: ${project} / ${name}`).sort()).toEqual([
    'amp: amp / T-1',
    'antigravity: a1 / a1',
    'copilot-cli: 5e5e / 5e5e',
    'cursor: work-shop / c1',
    'gemini-cli: 1a2b / session-1',
    'goose: goose / 20260101_1',
    'goose: goose / 20260101_2',
    'kimi: w1 / k1',
    'kimi: w2 / k2',
    'opencode: p1 / ses_1',
    'pi: --work-- / p',
    'pi: main / o',
  ]);
});

test('links are not followed, and hide no other session', () => {
  const folder = home({ '.claude/projects/p/a.jsonl': 'a', 'elsewhere/b.jsonl': 'b' });
  const projects = folder.pathOf('.claude/projects');
  symlinkSync(folder.pathOf('elsewhere'), join(projects, 'linked'));
  symlinkSync(folder.pathOf('elsewhere/b.jsonl'), join(projects, 'p', 'b.jsonl'));
  symlinkSync(folder.pathOf('nowhere'), join(projects, 'p', 'c.jsonl'));
  symlinkSync(projects, join(projects, 'loop'));
  expect(found(folder)).toEqual([['.claude/projects/p/a.jsonl', 'claude-code']]);
  expect(readHead(join(projects, 'p', 'b.jsonl'))).toBeUndefined();
});

test('only the newest sessions are listed', () => {
  const folder = home(
    Object.fromEntries(Array.from({ length: 310 }, (_, index) => [`.claude/projects/p${index}/a.jsonl`, 'a'])),
  );
  utimesSync(folder.pathOf('.claude/projects/p7/a.jsonl'), 1000, 1000);
  const names = found(folder).map(([path]) => path);
  expect(names).toHaveLength(300);
  expect(names).not.toContain('.claude/projects/p7/a.jsonl');
});

test('of a large file only the beginning is read', () => {
  const folder = home({ 'large.jsonl': 'x'.repeat(1e6), 'small.jsonl': 'Grüße' });
  expect(readHead(folder.pathOf('large.jsonl'))).toHaveLength(1 << 16);
  expect(readHead(folder.pathOf('small.jsonl'))).toBe('Grüße');
  expect(readHead(folder.pathOf('none.jsonl'))).toBeUndefined();
  expect(readHead(folder.path)).toBeUndefined();
});

test('a home folder without sessions has none', () => {
  expect(found(home({ '.claude/projects': 'a file' }))).toEqual([]);
});
