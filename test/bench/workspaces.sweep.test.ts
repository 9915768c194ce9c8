import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanRegistryState } from '../../server/src/registry/scanRegistryState';
import { analyseText, problemsIn, recognisedKinds } from '../kit/analyseText';
import { filesBelow } from '../kit/corpus';
import { writeWorkspace } from './workspaces.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-envelopes-workspace-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a workspace for the benchmarks holds sure envelopes without problems, and registries', () => {
  const written = writeWorkspace(folder, { envelopes: 1000, registries: 20 });
  const files = filesBelow(folder);
  expect(files).toHaveLength(written.files);
  expect(written.envelopes).toBe(1000);
  const kinds = new Map<string, number>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const name = relative(folder, file);
    if (name.endsWith('.md')) {
      expect(text.length).toBeGreaterThan(6000);
      expect(text.length).toBeLessThan(8000);
      expect(name).toBe(`specs/${scanRegistryState(text)?.feature}/.workflow/index.md`);
      continue;
    }
    const analysis = analyseText(name, text);
    expect(
      problemsIn(analysis).map(({ message }) => message),
      name,
    ).toEqual([]);
    // The last line of a log is blank.
    const found = recognisedKinds(analysis).slice(0, name.endsWith('l') ? -1 : undefined);
    for (const kind of found) kinds.set(kind ?? 'none', (kinds.get(kind ?? 'none') ?? 0) + 1);
  }
  expect(Object.fromEntries(kinds)).toEqual({
    'agent-message/message': 500,
    'agent-io/request': 50,
    'agent-io/response': 50,
    'agent-protocol/input': 100,
    'agent-protocol/output': 100,
    'workflow-primitives/input': 50,
    'workflow-primitives/artifact-return': 50,
    'toolcall/call': 50,
    'toolcall/result': 50,
  });
});
