import { describe, expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/fileReport';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { testContext } from '../../kit/testContext';
import { noRequest } from '../noRequest';
import { folder, run } from '../run';

const commands = [
  checkCommand({ createChecker, createFixer, pause: async () => false, version: '1', request: noRequest }),
];

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
