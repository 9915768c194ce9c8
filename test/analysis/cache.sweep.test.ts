import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { renderRegistry } from '../../server/src/registry/registryTemplate';
import { applyChange } from '../../server/src/text/lines';
import { sixteenth } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { nearlyJson } from '../kit/arbitraries';
import { examples } from '../kit/examples';
import { message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';

const context = testContext({ agents: ['me'] });
const envelopes = examples.map(({ value }) => JSON.stringify(value)).filter(text => text.length < 700);
const small = [
  '{"from": "biuld", "to": "fix", "payload": {"confidence": 2}}',
  '{"call_id": "t_4k7m2p9x1c", "ok": 1, "latency_ms": 1, "error": null}',
  '{"event": "plan:start", "trace_id": "t"} // a',
];

const NEW = { workflow: 'specify', now: '2026-07-01T09:00:00Z', style: 'bullets', extensions: [] } as const;

// Its message carries a registry.
function carrying(title: string): string {
  const content = renderRegistry({ ...NEW, featureId: title, branch: title });
  const artifacts = [{ type: 'document', path: 'specs/1/.workflow/index.md', content }];
  const envelope = JSON.parse(message(1));
  return JSON.stringify({ ...envelope, payload: { ...envelope.payload, artifacts } });
}

const piece = fc.oneof(
  fc.constantFrom(...envelopes, ...small),
  fc.constantFrom('"', '{', '}', ',', '\n', 'x', '\n```json\n', '\n```jsonc\n'),
  nearlyJson,
);
const edit = fc.record({
  line: fc.nat(12),
  from: fc.nat(80),
  to: fc.nat(80),
  lines: fc.nat(2),
  text: fc.oneof(piece, fc.constant('')),
});

const starts: Record<string, string> = {
  'a.json': `[\n${small[0]},\n${small[1]}\n]`,
  'a.jsonl': [...small, ...envelopes.slice(0, 3), small[0]].join('\n'),
  'carrying.jsonl': [carrying('One'), small[0], carrying('Two'), carrying('One'), small[1]].join('\n'),
  'a.md': [...small, small[0]].map(text => `\`\`\`json\n${text}\n\`\`\``).join('\n'),
  'a.jsonc': `${envelopes[0]}`,
};

test.each(Object.entries(starts))('%s after any edits is understood as if read anew', (name, start) => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), edits => {
      let file = memoryFile(name, start);
      let { cache } = analyse(file, context);
      for (const { line, from, to, lines, text } of edits) {
        const range = {
          start: { line, character: Math.min(from, to) },
          end: { line: line + lines, character: Math.max(from, to) },
        };
        file = applyChange(file, { range, text });
        const next = analyse(file, context, cache);
        cache = next.cache;
        expect(plain(next.analysis)).toEqual(plain(analyse(file, context).analysis));
      }
    }),
    { numRuns: sixteenth(25) },
  );
});

describe('what did not change', () => {
  const file = memoryFile('a.jsonl', [carrying('One'), ...small, carrying('Two')].join('\n'));
  const first = analyse(file, context);
  const at = (line: number, character: number) => ({ line, character });

  test('carries documents here', () => {
    expect(first.analysis.parts.filter(({ document }) => document)).toHaveLength(2);
  });

  test('is the same object after an edit within a line', () => {
    const change = { range: { start: at(1, 0), end: at(1, 1) }, text: '' };
    const { analysis } = analyse(applyChange(file, change), context, first.cache);
    const before = new Set<unknown>(first.analysis.parts);
    expect(analysis.parts.filter(part => !before.has(part)).map(({ part }) => part.id)).toEqual(['line 2']);
  });

  test('is not read again after a line was inserted above', () => {
    const { analysis } = analyse(
      applyChange(file, { range: { start: at(1, 0), end: at(1, 0) }, text: '{}\n' }),
      context,
      first.cache,
    );
    const values = (parts: Analysis['parts']) =>
      parts.filter(({ document }) => !document).map(({ value }) => value as object);
    const before = new Set(values(first.analysis.parts));
    expect(values(analysis.parts).map(value => before.has(value))).toEqual([true, false, true, true, true, true]);
  });

  test('keeps nothing else', () => {
    const { cache } = analyse(memoryFile('a.jsonl', small[0] ?? ''), context, first.cache);
    expect([cache.sequence?.units.length, cache.parts.size, cache.markdown.size]).toEqual([1, 0, 0]);
  });
});

describe.each(['lines', 'one line'])('what did not change in a root array, its elements on %s', layout => {
  const between = layout === 'lines' ? '\n' : ' ';
  const text = `[${between}${[...small.slice(0, 2), message(1), carrying('One')].join(`,${between}`)}${between}]`;
  const file = memoryFile('a.json', text);
  const first = analyse(file, context);
  const lineOf = (found: string) => file.lines.findIndex(line => line.includes(found));
  const insertAt = (found: string, inserted: string) => {
    const line = lineOf(found);
    const start = { line, character: (file.lines[line] ?? '').indexOf(found) };
    const edited = applyChange(file, { range: { start, end: start }, text: inserted });
    return { edited, after: analyse(edited, context, first.cache) };
  };
  const ids = (analysis: Analysis) => analysis.parts.filter(({ part }) => part.lang === 'json').map(({ part }) => part);

  test('is the same object before an edit, and behind it in other lines', () => {
    const { after } = insertAt('biuld', 'x');
    const before = new Set(ids(first.analysis));
    const moved = ids(after.analysis).filter(part => !before.has(part));
    expect(moved.map(({ id }) => id)).toEqual(layout === 'lines' ? ['0'] : ['0', '1', '2', '3']);
  });

  test('is neither parsed nor judged again, wherever it stands now', () => {
    for (const inserted of ['x', '\n']) {
      const { after } = insertAt('"t_4k7m2p9x1c"', inserted);
      const before = new Set(first.analysis.parts.map(({ value }) => value));
      expect(after.analysis.parts.map(({ value }) => before.has(value))).toEqual([true, false, true, true, true]);
    }
  });

  test('has the root of the text as it is now', () => {
    const { edited, after } = insertAt('biuld', 'x');
    const roots = new Set(ids(after.analysis).map(({ parent }) => parent?.text));
    expect([...roots]).toEqual([edited.lines.join('\n')]);
  });
});

test('blocks of the same text, one with comments allowed, are read each in its own way', () => {
  const text = '{"call_id": "t_4k7m2p9x1c", "ok": true, "latency_ms": 1, "error": null} // ok';
  const blocks = ['json', 'jsonc', 'json'].map(lang => `\`\`\`${lang}\n${text}\n\`\`\`\n`);
  const { analysis } = analyse(memoryFile('a.md', blocks.join('')), context);
  expect(analysis.parts.map(({ problems }) => problems.map(({ rule }) => rule))).toEqual([['syntax'], [], ['syntax']]);
});

function plain({ parts }: Analysis): unknown {
  return parts.map(({ part, value, recognition, problems }) => ({
    id: part.id,
    map: part.map,
    value,
    kind: recognition && [recognition.kind.id, recognition.sure, recognition.by],
    problems: problems.map(({ part: of, ...problem }) => ({ ...problem, of: of.id })),
  }));
}

test('an envelope that becomes an element is judged as one: paths are followed only from whole files', () => {
  const within = testContext({ files: {} });
  const text = JSON.stringify(
    {
      context: { feature_id: '005-team-invites', workflow: 'specify', iteration: 1 },
      paths: { constitution: 'memory/constitution.md' },
      task: { action: 'validate', params: {} },
      prior_context: [],
    },
    null,
    2,
  );
  const rules = ({ parts }: Analysis) => parts.flatMap(({ problems }) => problems.map(({ rule }) => rule));
  const whole = analyse(memoryFile('a.json', text), within);
  expect(rules(whole.analysis)).toContain('envelope/path-missing');
  let { cache } = whole;
  for (const edited of [`[${text}`, `"[${text}`, `[${text}]`]) {
    const file = memoryFile('a.json', edited);
    const next = analyse(file, within, cache);
    expect(rules(next.analysis)).toEqual(rules(analyse(file, within).analysis));
    ({ cache } = next);
  }
});
