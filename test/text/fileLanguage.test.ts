import { expect, test } from 'vitest';
import { languageOf } from '../../server/src/text/fileLanguage';

test.each([
  ['file:///w/a.json', 'json'],
  ['file:///w/a.b.JSON', 'json'],
  ['file:///w/a.jsonc', 'jsonc'],
  ['C:\\w\\a.jsonl', 'jsonl'],
  ['a.ndjson', 'jsonl'],
  ['a.SSE', 'jsonl'],
  ['/w/a.traj', 'json'],
  ['/w/a.traj.json', 'json'],
  ['/w/index.md', 'markdown'],
  ['/w/index.Markdown', 'markdown'],
  // Settings, which may have comments.
  ['/w/.agent-envelopes.json', 'jsonc'],
  ['C:\\w\\.Agent-Envelopes.json', 'jsonc'],
  ['/w/own.agent-envelopes.json', 'json'],
  ['/w/xagent-envelopes.json', 'json'],
  // An ending alone is a name.
  ['/w/.json', undefined],
  ['C:\\w\\.json', undefined],
  ['.md', undefined],
  ['/w/a.json/b', undefined],
  ['/w.json/b', undefined],
  ['/w/a.json.', undefined],
  ['/w/a.txt', undefined],
  ['/w/a', undefined],
  ['', undefined],
  // What a client may send.
  [5 as unknown as string, undefined],
])('%s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});
