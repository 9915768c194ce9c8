import { hookOutput, hookOutputWriting } from './trick';

/** What is fine, and must go through. */
export const fineOutputs: readonly [name: string, stdin: string, stdinName?: string][] = [
  ['an output without artifacts', hookOutput()],
  ['one with blanks around it', `\n  ${hookOutput()}\r\n\t`],
  ['one in many lines', JSON.stringify(JSON.parse(hookOutputWriting('a.md')), null, 2)],
  ['an array of one', `[${hookOutput()}]`],
  ['an array of three', `[${hookOutput()}, ${hookOutputWriting('a.md')},\n${hookOutputWriting('b.md')}]`],
  ['lines', `${hookOutput()}\n\n${hookOutputWriting('a.md')}\n`, 'outputs.jsonl'],
  ['comments where the name allows them', `// done\n${hookOutput()}`, 'output.jsonc'],
  ['its own $schema', hookOutput({ $schema: 'agent-envelopes:/agent-protocol/output.schema.json' })],
  ['notes', hookOutput({ notes: ['Verdict: partial', '__proto__', '../x'] })],
  ['more than the contract knows', hookOutput({ usage: { tokens: 12, constructor: 'Ann', list: [[1], [2]] } })],
  ['emoji and other letters', hookOutput({ summary: 'Größe 😀 日本語 é \\u0000' })],
  ['escapes of a whole character', hookOutput().replace('Done.', '\\ud83d\\ude00')],
  ['large numbers', hookOutput().replace('}', `,"size":1e300,"id":9007199254740993}`)],
  ['a failed one', hookOutput({ success: false, recommendation: 'retry' })],
  ['a file that is there', hookOutputWriting('README.md', 'update')],
  ['a file in a folder that is there', hookOutputWriting('specs/f/new.md')],
  ['a file in a folder that is not', hookOutputWriting('src/a/b/c.ts', 'create', 'export const a = 1;\n')],
  ['a path that comes back', hookOutputWriting('specs/../docs/new.md')],
  ['a path with a dot before it', hookOutputWriting('./docs/new.md')],
  ['an accent as it is', hookOutputWriting('docs/café.md', 'update')],
  ['other letters', hookOutputWriting('docs/日本語 – Größe.md')],
  ['an emoji', hookOutputWriting('docs/❤️.md')],
  ['a route', hookOutputWriting('app/(shop)/[...slug]/$id.tsx', 'create', 'export {};\n')],
  ['a dot file', hookOutputWriting('.gitignore', 'create', 'dist\n')],
  ['an issue template', hookOutputWriting('.github/ISSUE_TEMPLATE/bug.md')],
  ["an agent's description", hookOutputWriting('.claude/agents/reviewer.md')],
  ...'.env.example example.env docs/public.pem prod.example.tfvars src/hooks/pre-commit.ts src/keys.ts src/credentials.ts docs/venv.md systemd.md HEAD.md'
    .split(' ')
    .map(path => [`the path ${path}`, hookOutputWriting(path)] as [string, string]),
  ['a config of another kind', hookOutputWriting('app/config', 'create', '[server]\nport = 1\n')],
  ['a name like a device', hookOutputWriting('docs/console.md')],
  ['a tilde within', hookOutputWriting('docs/a~b.md')],
  ['a percent sign', hookOutputWriting('docs/100%.md')],
  [
    'a content that speaks of all this',
    hookOutputWriting('docs/x.md', 'create', '# Paths\n\n`../x`, `/etc`, `.git/hooks`, "__proto__": 1e999\n'),
  ],
  ['an empty text among others', hookOutput({ summary: '-', notes: [''] })],
];
