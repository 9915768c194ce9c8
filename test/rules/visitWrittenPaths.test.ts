import { expect, test } from 'vitest';
import { pathProtection } from '../../server/src/project/readSettings';
import { analyseText, problemsIn } from '../kit/analyseText';

const files = {
  'README.md': '# Ledger',
  'specs/f/spec.md': '# Spec',
  'docs/café.md': 'A',
  hooks: '-> .git/hooks',
  current: '-> specs/f',
  back: '-> ./docs/../specs',
  home: '-> file',
  'specs/up': '-> ../docs',
  chain: '-> current',
  root: '-> /work/docs',
  out: '-> ../other',
  etc: '-> /etc',
  share: '-> \\\\server\\share',
  'a.md': '-> README.md',
  round: '-> around',
  around: '-> round',
};

const output = (...paths: string[]) =>
  JSON.stringify({
    success: true,
    summary: 'x',
    recommendation: 'proceed',
    artifacts: paths.map(path => ({ path, operation: 'update', content: 'A' })),
  });

function said(...paths: string[]): string[] {
  return problemsIn(analyseText('specs/f/out.json', output(...paths), { files }))
    .filter(({ rule }) => /escapes|protected|twin|ambiguous/.test(rule))
    .map(({ rule, message }) => `${rule.replace('envelope/path-', '')}: ${message}`);
}

test.each([
  ['current/spec.md', /the link "current" to "specs\/f\/spec.md"/],
  ['./current//new/spec.md', /the link "current" to "specs\/f\/new\/spec.md"/],
  ['nowhere/../current/spec.md', /the link "current" to "specs\/f\/spec.md"/],
  ['back/f/spec.md', /the link "back" to "specs\/f\/spec.md"/],
  ['specs/up/x.md', /the link "specs\/up" to "docs\/x.md"/],
  ['up/x.md', /the link "specs\/up" to "docs\/x.md"/],
  ['chain/spec.md', /the link "chain" to "specs\/f\/spec.md"/],
  ['root/x.md', /the link "root" to "docs\/x.md"/],
  ['home/x.md', /the link "home" to "file\/x.md"/],
  ['a.md', /the link "a.md" to "README.md"/],
  ['out/x.md', /the link "out" out of the folder/],
  ['etc/passwd', /the link "etc" out of the folder/],
  ['share/x', /the link "share" out of the folder/],
  ['current/../../x', /is outside its root/],
  ['current/../../../x', /is outside its root/],
  ['current/../x', /the link "current" to "specs\/x"/],
  ['round/x', /the link "round" out of the folder/],
  ['current\\spec.md', /the link "current" to "specs\/f\/spec.md"/],
  ['specs/f/spec.md', undefined],
  ['README.md', undefined],
])('a path through links: %s', (path, message) => {
  const found = said(path).filter(one => one.startsWith('escapes'));
  if (message) expect(found).toEqual([expect.stringMatching(message)]);
  else expect(found).toEqual([]);
});

test('a link into a protected location is reported, too', () => {
  expect(said('hooks/own')).toEqual([
    expect.stringContaining('the link "hooks" to ".git/hooks/own"'),
    expect.stringContaining('leads to a protected place (`.git`)'),
  ]);
});

test.each([
  ['readme.md', 'README.md'],
  ['Specs/f/new.md', 'specs/f/new.md'],
  ['docs/cafe\u0301.md', 'docs/café.md'],
  ['DOCS/new.md', 'docs/new.md'],
  ['ſpecs/new.md', 'specs/new.md'],
])('%s exists under a similar name', (path, twin) => {
  expect(said(path)).toEqual([expect.stringContaining(`exists as "${twin}"`)]);
});

test.each([
  '.git/config',
  '.git',
  'sub/module/.git/hooks/x',
  '.GIT/config',
  '.git./config',
  '.git /config',
  'git~1/config',
  'GIT~1/config',
  '.g\u200cit/config',
  '.ｇit/config',
  '.git::$INDEX_ALLOCATION/config',
  'a/../.git/config',
  '.git\\hooks\\x',
  './.vscode/settings.json',
  '.VSCode/tasks.json',
  '.github/workflows/x.yml',
  '.GitHub/Workflows/x.yml',
  '.husky/pre-commit',
  '.ssh/authorized_keys',
  'x.code-workspace',
  'deep/x.agent-protocol.json',
  '.agent-envelopes.json',
  '.claude/settings.json',
  '.mcp.json',
  '.envrc',
])('%s is protected', path => {
  expect(said(path)).toContainEqual(expect.stringMatching(/^protected: /));
});

test.each([
  '.gitignore',
  '.github/CODEOWNERS',
  '.github/ISSUE_TEMPLATE/bug.md',
  'docs/.github.md',
  'git/hooks.md',
  '.claude/agents/reviewer.md',
  '.workflow/index.md',
  'vscode/tasks.json',
  'workflows/x.yml',
  '.env.example',
])('%s is not protected', path => {
  expect(said(path)).toEqual([]);
});

test('the settings protect and allow paths', () => {
  const isProtected = pathProtection({
    infra: true,
    'infra/docs': false,
    '*.tf': true,
    '.github/workflows': false,
    'a/**/b.md': true,
    '/etc': false,
  });
  const said = (paths: string[]) => paths.map(isProtected);
  expect(said(['infra', 'infra/x', 'INFRA/x', 'x/infra/y', 'main.tf', 'x/main.tf', 'a/x/y/b.md'])).toEqual(
    Array(7).fill(true),
  );
  expect(said(['infra/docs/x', '.github/workflows/x.yml', './.github/workflows/x.yml'])).toEqual(Array(3).fill(false));
  // An allowed path is allowed only in the spelling of the settings.
  expect(said(['.GitHub/workflows/x', '.github/workflows/../x', '/etc/x', 'other'])).toEqual(Array(4).fill(undefined));
});

test('the settings of an untrusted folder allow nothing', async () => {
  const { withProjectFile } = await import('../../server/src/project/resolveProject');
  const { DEFAULT_SETTINGS } = await import('../../server/src/project/readSettings');
  const disk = { text: () => '{ "protectedPaths": { ".git": false } }' };
  const under = (trusted: boolean) =>
    withProjectFile({ ...DEFAULT_SETTINGS, trusted }, 'file:///work', disk).protectedPaths;
  expect(under(false)).toEqual({});
  expect(under(true)).toEqual({ '.git': false });
});
