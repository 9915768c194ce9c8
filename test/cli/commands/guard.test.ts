import { describe, expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/checkAndFixFiles';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { testContext } from '../../kit/testContext';
import { folder, run } from '../run';

const commands = [checkCommand({ createChecker, createFixer, pause: async () => false, version: '1' })];

interface Guarded {
  /** What is in the folder already. */
  files?: Record<string, string>;
  stdinName?: string;
}

/** The rules of the errors that are found in standard input that must be of a kind, and the exit code. */
async function guard(value: unknown, { files = {}, stdinName = 'out.json' }: Guarded = {}) {
  const stdin = typeof value === 'string' ? value : JSON.stringify(value);
  const args = ['check', '-', '--as', 'agent-protocol/output', '--stdin-name', stdinName, '--format', 'json'];
  const { out, code } = await run(args, { cwd: folder(files), commands, stdin });
  const { files: reports } = JSON.parse(out) as { files: { problems: { rule: string; severity: string }[] }[] };
  const problems = reports.flatMap(one => one.problems).filter(({ severity }) => severity === 'error');
  return { code, rules: problems.map(({ rule }) => rule) };
}

const FINE = { code: 0, rules: [] };

interface File {
  path: string;
  content?: string;
  operation?: string;
}
const output = (...artifacts: File[]) => ({
  success: true,
  summary: 'The file is written.',
  artifacts: artifacts.map(file => ({ operation: 'create', content: 'a = 1\n', ...file })),
  recommendation: 'proceed',
});

describe('a declared protocol that carries files is guarded as a built-in one', () => {
  // Nothing in the schema says which of its texts are paths.
  const text = { type: 'string' };
  const protocol = {
    id: 'ledger',
    kinds: {
      batch: {
        schema: {
          type: 'object',
          required: ['batch', 'from', 'written'],
          properties: {
            batch: text,
            from: text,
            written: {
              type: 'array',
              items: { type: 'object', properties: { file: { type: 'object' }, text }, required: ['file'] },
            },
          },
        },
        carries: { items: '/written', path: '/file/name', content: '/text' },
      },
      report: {
        schema: {
          type: 'object',
          required: ['report', 'by', 'places'],
          properties: { report: text, by: text, places: {} },
        },
        carries: { items: '/places', path: '/at' },
      },
    },
  };
  const families = familiesWithDeclared(protocol);
  const context = testContext({ families, files: { 'docs/Notes.md': 'A\n' } });
  const kinds = families.flatMap(family => family.kinds);
  /** The rules of the errors in a value that must be of a kind of the protocol. */
  function errorsIn(value: unknown, kind: string): string[] {
    const demanded = kinds.find(({ id }) => id === `ledger/${kind}`);
    const check = createChecker({ contextOf: () => ({ ...context, ...(demanded && { demanded }) }) });
    const { problems } = check({ uri: 'file:///work/out.json', path: 'out.json', text: JSON.stringify(value) });
    return problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  }
  const batch = (name: string, content?: string) => ({
    batch: 'b-7',
    from: 'clerk',
    written: [
      { file: { name: 'docs/fine.md' }, text: 'Fine.\n' },
      { file: { name }, text: content },
    ],
  });
  const WORDS = 'Invoices are exported as CSV.\n';

  test.each([
    ['../../outside.txt', WORDS, 'envelope/path-escapes'],
    ['/opt/x.conf', WORDS, 'envelope/path-absolute'],
    ['docs\\a.md', WORDS, 'envelope/path-backslash'],
    ['docs/a%2f.md', WORDS, 'envelope/path-ambiguous'],
    ['.git/config', WORDS, 'envelope/path-protected'],
    ['docs/notes.md', WORDS, 'envelope/path-twin'],
    ['docs/a\nb.md', WORDS, 'envelope/path-is-content'],
    ['docs/a.md', '// ... the rest stays as it was ...', 'envelope/elided-content'],
    ['../../outside.txt', undefined, 'envelope/path-escapes'],
  ])('%j with %j', (name, content, rule) => {
    expect(errorsIn(batch(name, content), 'batch')).toEqual([rule]);
  });
  test('what is fine goes through', () => {
    expect(errorsIn(batch('docs/new.md', WORDS), 'batch')).toEqual([]);
  });
  test('without content, paths are checked all the same', () => {
    const report = (at: string) => ({ report: 'r-1', by: 'clerk', places: [{ at: 'docs/new.md' }, { at }] });
    expect(errorsIn(report('docs/b.md'), 'report')).toEqual([]);
    expect(errorsIn(report('../b.md'), 'report')).toEqual(['envelope/path-escapes']);
    expect(errorsIn(report('.git/x'), 'report')).toEqual(['envelope/path-protected']);
  });
});

test('an output goes through, whatever folder its name is in, and whether that is there', async () => {
  const value = output({ path: 'plans/next.md', content: '# Next\n\nExport invoices.\n' });
  for (const stdinName of ['out.json', 'gone/out.json', 'gone/and/gone/out.json'])
    expect(await guard(value, { stdinName })).toEqual(FINE);
});

describe('the same file twice', () => {
  const two = (one: string, other: string, content = 'b = 2\n') => output({ path: one }, { path: other, content });
  test.each([
    ['lib/a.ts', './lib/a.ts'],
    ['lib/a.ts', 'lib//a.ts'],
    ['lib/a.ts', 'lib/sub/../a.ts'],
    ['lib/a.ts', 'lib/a.ts'],
    ['lib/a.ts', 'Lib/A.ts'],
    ['straße.md', 'STRAẞE.md'],
    ['straße.md', 'strasse.md'],
    ['lib/a', 'lib/a/b.ts'],
    ['lib/a/b/c.ts', 'lib/A'],
  ])('%s and %s with other content', async (one, other) => {
    for (const value of [two(one, other), two(other, one)])
      expect(await guard(value)).toEqual({ code: 1, rules: ['envelope/path-twin'] });
  });
  test.each([
    ['the same content in the same words', two('lib/a.ts', './lib/a.ts', 'a = 1\n')],
    ['a name that begins as another one', two('lib/a', 'lib/a.ts')],
  ])('%s is fine', async (_, value) => {
    expect(await guard(value)).toEqual(FINE);
  });
  test('a folder in place of a file, and a file in place of a folder', async () => {
    const files = { 'docs/a/b.md': 'B\n' };
    for (const path of ['docs/a', 'docs', 'docs/a/b.md/c.md', './docs/a'])
      expect({ path, ...(await guard(output({ path, operation: 'update' }), { files })) }).toEqual({
        path,
        code: 1,
        rules: ['envelope/path-twin'],
      });
  });
});

test('a byte order mark is refused', async () => {
  const value = JSON.stringify(output({ path: 'a.md' }));
  expect(await guard(`\ufeff${value}`)).toEqual({ code: 1, rules: ['envelope/ambiguous-json'] });
  expect(await guard(value)).toEqual(FINE);
});

test.each(['.%67it/config', '%2Egit/config', 'docs/%41.md', '.gi%2574/config', 'a%5Fb.md', '%30.md'])(
  'an encoded letter in %s is refused',
  async path => {
    expect(await guard(output({ path }))).toEqual({ code: 1, rules: ['envelope/path-ambiguous'] });
  },
);

test.each(['$HOME/notes.md', '$PWD/a.ts', '$XDG_CONFIG_HOME\\a.md'])('the variable in %s is refused', async path => {
  expect((await guard(output({ path }))).rules).toContain('envelope/path-ambiguous');
});

describe('a protected place', () => {
  test.each(
    `.hg/hgrc .jj/repo/config .svn/hooks/post-commit .bzr/x .gitattributes .lfsconfig .husky/pre-push lefthook.toml .lefthook.yml
    lefthook-local.yaml .lefthook-local.json .config/lefthook.yml .pre-commit-config.yml .lintstagedrc.mjs lint-staged.config.js
    .yarn/releases/yarn-4.cjs .yarn/plugins/x.cjs .pnpmfile.cjs .npmrc packages/a/.npmrc .yarnrc.yml .pnp.cjs pip.conf bunfig.toml
    .github/workflows/x.yml .forgejo/workflows/x.yml .gitea/workflows/x.yml .gitlab-ci.yaml .travis.yml .drone.yml .woodpecker/x.yml
    .woodpecker.yml .cirrus.yml bitbucket-pipelines.yml azure-pipelines.yaml .buildkite/pipeline.yml Jenkinsfile .builds/x.yml appveyor.yml
    .mvn/wrapper/maven-wrapper.properties mvnw gradlew gradlew.bat gradle/wrapper/gradle-wrapper.properties .cargo/config.toml
    .cargo/config .bazelrc Directory.Build.props
    .cursor/rules/a.mdc .cursorrules .kiro/steering/a.md .kiro/settings/mcp.json .roo/rules/a.md .roomodes .opencode/plugin/a.ts opencode.json
    .amazonq/rules/a.md .windsurf/rules/a.md .windsurfrules .clinerules .continue/config.json .gemini/settings.json .codex/config.toml
    .claude/settings.json .claude/commands/a.md .claude/skills/a/SKILL.md .claude/agents/.git/config .aider.conf.yml AGENTS.md agents.md
    packages/a/CLAUDE.md GEMINI.md .github/copilot-instructions.md .github/instructions/a.instructions.md .mcp.json
    .env .env.local .env.production config/.env .ssh/config .netrc .pgpass .aws/credentials .docker/config.json id_ed25519
    .envrc mise.toml .bashrc .config/fish/config.fish .config/systemd/user/a.service sitecustomize.py .exrc .gitpod.yml .htaccess
    .hgsub .fossil-settings/a CVS/Root hk.pkl Jenkinsfile.prod ci/release.jenkinsfile bamboo-specs/a.yml .vela.yml .depot/workflows/a.yml
    ci_scripts/ci_post_clone.sh .lazy.lua .vimspector.json .pam_environment .julia/config/startup.jl .mongorc.js desktop.ini
    uv.toml .config/composer/auth.json venv/pyvenv.cfg lib/site-packages/a.py vendor/bundle/a.rb tools/bazel .pdm-python dotnet-tools.json
    .config/dotnet-tools.json .continuerules .pr_agent.toml IFLOW.md replit.md .firebender/a .cursor-plugin/a gemini-extension.json
    gcp-key.json client_secret.json secrets.yml config/secrets.yaml .streamlit/secrets.toml local.settings.json wp-config.php key.properties
    wg0.conf office.ovpn krb5.keytab .authinfo.gpg .msmtprc sftp-config.json pgpass.conf wallet.dat`.split(/\s+/),
  )('%s is refused', async path => {
    expect(await guard(output({ path }))).toEqual({ code: 1, rules: ['envelope/path-protected'] });
  });
  test.each(
    `.gitignore .env.example .env.sample config/.env.local.example .github/CODEOWNERS .github/PULL_REQUEST_TEMPLATE.md
    .gitlab/issue_templates/a.md .claude/agents/a.md .claude/specs/a/tasks.md .kiro/specs/a/design.md docs/agents.md docs/claude.md
    docs/lefthook.md docs/cursor.md docs/git.md src/env.ts yarn.lock Cargo.toml build.gradle pom.xml Makefile Dockerfile tsconfig.json
    pyproject.toml .editorconfig .prettierrc .nvmrc .dockerignore hooks/a.ts src/hooks/useA.ts ci/readme.md tools/gradle/a.kts
    templates/secrets.yaml docs/secrets.md secrets/index.ts docs/jenkinsfile.md src/jenkinsfileParser.ts src/$id.tsx docs/cvs/roots.md
    docs/replit.md docs/iflow.md vendor/a.go src/key.properties.ts google-fonts.json firebase.json primary-key.json src/vpn/wg.ts`.split(
      /\s+/,
    ),
  )('%s is none', async path => {
    expect(await guard(output({ path }))).toEqual(FINE);
  });
  const manifest = (more: object) => JSON.stringify({ name: 'ledger', scripts: { test: 'vitest' }, ...more });
  test.each([
    ['no JSON', 'package.json', 'name = 1\n', {}],
    ['a script on install', 'package.json', manifest({ scripts: { postinstall: 'node x.js' } }), {}],
    ['hooks of git', 'tools/package.json', manifest({ 'simple-git-hooks': { 'pre-commit': 'x' } }), {}],
    [
      'another script on install',
      'package.json',
      manifest({ scripts: { prepare: 'node evil.js' } }),
      { 'package.json': manifest({ scripts: { prepare: 'husky' } }) },
    ],
    ['an event of Composer', 'composer.json', '{ "scripts": { "post-install-cmd": "php x.php" } }', {}],
  ])('a list of packages with %s is refused', async (_, path, content, files) => {
    const operation = Object.keys(files).length > 0 ? 'update' : 'create';
    expect(await guard(output({ path, content, operation }), { files })).toEqual({
      code: 1,
      rules: ['envelope/path-protected'],
    });
  });
  test('another list of packages is none', async () => {
    expect(await guard(output({ path: 'package.json', content: manifest({}) }))).toEqual(FINE);
    const prepare = { scripts: { prepare: 'husky' } };
    const files = { 'package.json': manifest(prepare) };
    const content = manifest({ ...prepare, version: '2.0.0' });
    expect(await guard(output({ path: 'package.json', content, operation: 'update' }), { files })).toEqual(FINE);
  });
});

test('each of many files is compared with the disk; one that is too large for that is said', async () => {
  const before = 'const one = read(1);\n'.repeat(60);
  const names = Array.from({ length: 450 }, (_, n) => `f${n}.ts`);
  const files = { ...Object.fromEntries(names.map(name => [name, before])), 'large.ts': before.repeat(5000) };
  const artifacts = [...names, 'large.ts'].map(path => ({
    path,
    operation: 'update',
    content: path === 'large.ts' ? 'const one = 1;\n' : 'Qwzx vlorp drimm',
  }));
  const value = { success: true, summary: 'Written.', artifacts, recommendation: 'proceed' };
  const args = ['check', '-', '--as', 'agent-protocol/output', '--stdin-name', 'out.json', '--format', 'json'];
  const { out } = await run(args, { cwd: folder(files), commands, stdin: JSON.stringify(value) });
  const [report] = (JSON.parse(out) as { files: { problems: { rule: string; severity: string; message: string }[] }[] })
    .files;
  const found = report?.problems.filter(({ rule }) => rule === 'envelope/elided-content') ?? [];
  expect(found).toHaveLength(451);
  expect(found.filter(({ message }) => message.includes("can't be compared")).map(({ message }) => message)).toEqual([
    expect.stringContaining('"large.ts"'),
  ]);
});
