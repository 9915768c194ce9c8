import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNames } from '../../../server/src/features/symbols/findNames';
import { isName } from '../../../server/src/features/symbols/symbolKinds';
import type { SymbolName } from '../../../server/src/model/symbol';
import { eighth } from '../../kit/amount';
import { analyseText, analyseWithRunRules, problemLines } from '../../kit/analyseText';
import { FAMILIES, jsonl, plan, report } from './declaredWorkspace';
import { build, counts, refusal, renamed } from './renamed';
import { FILES } from './searchedWorkspace';

describe('there and back gives the same files', () => {
  const hostile = ['__proto__', 'constructor', 'a"b', 'a\\b', '.*', '$&', 'é', '💥', 'a/b', '<b>', 'x'.repeat(150)];
  const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }));

  test('of ids and agents with any characters in JSON, JSONL and fenced blocks', () => {
    const { 'messages/first.json': one = '', 'messages/later.jsonl': log = '', 'docs/notes.md': block = '' } = FILES;
    const files = { 'a.json': one, 'b.jsonl': log, 'c.md': block, 'd.json': one.replace(/\n/g, '\r\n') };
    let count = 0;
    fc.assert(
      fc.property(fc.constantFrom<SymbolName>(build, { kind: 'workflow', text: 'wf_1' }), texts, (name, text) => {
        const to = { ...name, text: text.trim() };
        if (refusal(name, text, files) !== 'renamed') return;
        count++;
        const there = renamed(name, text, files);
        expect(counts(to, there)).toEqual(counts(name, files));
        expect(renamed(to, name.text, there)).toEqual(files);
      }),
      { numRuns: eighth(25) },
    );
    expect(count).toBeGreaterThan(3);
  });

  test('and in registries', () => {
    let count = 0;
    fc.assert(
      fc.property(texts, text => {
        if (refusal(build, text) !== 'renamed') return;
        count++;
        const there = renamed(build, text);
        expect(counts({ ...build, text: text.trim() }, there)).toEqual(counts(build, FILES));
        expect(renamed({ ...build, text: text.trim() }, 'build', there)).toEqual(FILES);
      }),
      { numRuns: eighth(20) },
    );
    expect(count).toBeGreaterThan(0);
  });

  test('of ids, agents and runs of declared protocols, and what a rule found wrong stays so', () => {
    let count = 0;
    const named = texts.map(text => text.trim()).filter(isName);
    fc.assert(
      fc.property(fc.uniqueArray(named, { minLength: 2, maxLength: 4 }), texts, fc.nat(), (tasks, to, chosen) => {
        const [first = '', ...others] = tasks;
        const log = jsonl(
          { ...plan(first), plan_tasks: tasks.map(name => ({ name, needs: [others.at(chosen % others.length)] })) },
          ...tasks.map(task => report(first, task)),
          report(first, `${first}-nowhere`),
        );
        const files = {
          'a.jsonl': log,
          'b.md': `\`\`\`json\n${log.split('\n')[0]}\n\`\`\`\n`,
          'c.json': log.split('\n')[0] ?? '',
        };
        const places = findNames(analyseText('a.jsonl', log, around));
        const { name } = places[chosen % places.length] as { name: SymbolName };
        if (refusal(name, to, files, around) !== 'renamed') return;
        count++;
        const there = renamed(name, to, files, around);
        const renamedName = { ...name, text: to.trim() };
        expect(counts(renamedName, there, around)).toEqual(counts(name, files, around));
        expect(problemLines(analyseWithRunRules('a.jsonl', there['a.jsonl'] ?? '', around)).length).toBe(
          problemLines(analyseWithRunRules('a.jsonl', log, around)).length,
        );
        expect(renamed(renamedName, name.text, there, around)).toEqual(files);
      }),
      { numRuns: eighth(100) },
    );
    expect(count).toBeGreaterThan(3);
  });
});

const around = { families: FAMILIES };
