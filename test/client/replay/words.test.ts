import { expect, test } from 'vitest';
import { exportName } from '../../../client/src/replay/exportName';
import { noRunsIn } from '../../../client/src/replay/noRuns';
import type { ExportFormat } from '../../../server/src/protocol';

test.each<[string, ExportFormat, string]>([
  ['wf_1.html', 'html', 'wf_1.html'],
  ['wf_1', 'otlp', 'wf_1.otlp.json'],
  ['../../etc/passwd', 'json', 'etc_passwd.json'],
  ['..\\..\\a:b*?.html', 'html', 'a_b_.html'],
  ['Überblick 1.mmd', 'mermaid', 'Überblick_1.mmd'],
  ['', 'jsonl', 'run.jsonl'],
  ['.html', 'html', 'run.html'],
  ['x'.repeat(500), 'html', `${'x'.repeat(100)}.html`],
  ['\u202Egpj.exe', 'html', 'gpj.exe.html'],
])('an export named %j as %s is written to %j', (proposed, format, name) => {
  expect(exportName(proposed, format)).toBe(name);
});

test.each([
  [{ reading: true, isInside: true }, 'as soon as they are found'],
  [{ reading: false, isInside: true }, 'Recognise This File as…'],
  [{ reading: false, isInside: false }, 'Add Folder to Workspace…'],
  [{ reading: true, isInside: false }, 'Add Folder to Workspace…'],
])('a file without runs says what can be done: %j', (facts, words) => {
  expect(noRunsIn('logs/a.jsonl', facts)).toContain('logs/a.jsonl');
  expect(noRunsIn('logs/a.jsonl', facts)).toContain(words);
});
