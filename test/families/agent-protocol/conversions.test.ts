import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversions } from '../../../server/src/families/agent-protocol/conversions';
import type { ConversionOptions, ConversionResult } from '../../../server/src/model/family';
import { readRegistry } from '../../../server/src/registry/readRegistry';
import { parseMarkdown } from '../../../server/src/text/parseMarkdown';
import { analyseText, problemsIn, recognisedKind } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { kindById } from '../../kit/testContext';

const around: ConversionOptions = { now: '2026-06-01T12:00:00Z', errors: [], mentioning: () => [] };

function converted(id: string, value: object, more: Partial<ConversionOptions> = {}): ConversionResult | undefined {
  const conversion = conversions.find(one => one.id === `agent-protocol/${id}`);
  if (!conversion) throw new Error(`no conversion ${id}`);
  const before = JSON.stringify(value);
  const result = conversion.convert(value as Record<string, unknown>, { ...around, ...more });
  expect(JSON.stringify(value), 'the envelope itself stays as it is').toBe(before);
  return result;
}

/** What is wrong with a value as one of a kind: the errors alone. */
function errorsAs(kind: string, value: unknown): string[] {
  const text = JSON.stringify(value, undefined, 2);
  const problems = problemsIn(analyseText('a.json', text, { association: kind }));
  return problems
    .filter(({ severity, rule }) => severity === 'error' && rule.startsWith('schema/'))
    .map(one => one.message);
}

const context = { feature_id: '005-invites', workflow: 'specify', iteration: 1 };
const paths = { index: 'specs/005/.workflow/index.md' };

describe('inputs', () => {
  test('the mode is the action, and the plugin goes into the parameters', () => {
    const input = { context: { ...context, plugin: 'specs' }, paths, task: { mode: 'create', params: { a: 1 } } };
    expect(converted('from-input', input)).toEqual({
      value: { context, paths, task: { action: 'create', params: { a: 1, plugin: 'specs' } } },
      notes: ['"plugin" is in "task.params" now: an agent input has no "plugin".'],
    });
  });

  test('where the parameters have a plugin of their own, the other stays', () => {
    const input = { context: { ...context, plugin: 'specs' }, paths, task: { mode: 'create', params: { plugin: 1 } } };
    const { value, notes } = converted('from-input', input) ?? {};
    expect(value).toMatchObject({ context: { plugin: 'specs' }, task: { params: { plugin: 1 } } });
    expect(notes).toEqual([expect.stringContaining('"plugin" stays where it is')]);
  });

  test('where both are there the action counts', () => {
    const input = { context, paths, task: { mode: 'create', action: 'scaffold', params: {} } };
    expect(converted('renew-input', input)?.value['task']).toEqual({ action: 'scaffold', params: { mode: 'create' } });
    expect(converted('renew-input', { ...input, task: { action: 'scaffold', params: {} } })).toBeUndefined();
  });

  test.each([
    ['validate', 'validate'],
    ['scaffold', 'create'],
    ['classify_gaps', 'update'],
    ['verify_links', 'validate'],
  ])('the action %s is the mode %s', (action, mode) => {
    const input = { context, paths, task: { action, params: {} }, prior_context: ['x'] };
    const { value, notes = [] } = converted('to-input', input) ?? {};
    expect(value).toMatchObject({ task: { mode }, prior_context: ['x'] });
    expect(notes.some(note => note.startsWith(`"${action}" is not a mode`))).toBe(action !== mode);
    expect(converted('from-input', value ?? {})?.value).toEqual(input);
  });
});

const registryText = `# Feature Index: 005-invites

## Document Availability

| Document | Status |
|----------|--------|
| spec.md | absent |

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
`;
const registry = {
  name: 'specs/005/index.md',
  document: readRegistry(parseMarkdown(registryText), { whole: true }),
};

describe('outputs', () => {
  const artifacts = [{ path: 'spec.md', operation: 'overwrite', content: '# Spec\n' }];
  const updates = {
    document_availability: { 'spec.md': 'present' },
    traceability_matrix: { 'FR-001': ['CHK001'] },
  };

  test('state updates go into the registry beside it; what it has no place for is in the notes', () => {
    const given = {
      success: true,
      message: 'Written.',
      artifacts,
      state_updates: updates,
      next_recommendation: 'proceed',
    };
    const { value, notes, registry: changes = [] } = converted('from-return', given, { registry }) ?? {};
    expect(value).toEqual({
      success: true,
      summary: 'Written.',
      artifacts: [{ path: 'spec.md', operation: 'update', content: '# Spec\n' }],
      notes: ['state_updates.traceability_matrix: {"FR-001":["CHK001"]}'],
      recommendation: 'proceed',
    });
    expect(changes.map(({ at, text }) => [registryText.slice(at.start, at.end), text])).toEqual([
      ['absent', 'present'],
    ]);
    expect(notes).toEqual([
      '"document_availability" of the state updates: in specs/005/index.md.',
      '"traceability_matrix" of the state updates: in "notes", since specs/005/index.md has no place for all of it.',
    ]);
  });

  test.each([
    ['without a registry', {}, 'there is no registry to write them to'],
    ['of another feature', { registry }, 'specs/005/index.md is of another feature'],
  ])('%s all of them are in the notes', (_, more, because) => {
    const given = { success: true, feature_id: '006', state_updates: updates, next_recommendation: 'retry' };
    const { value, notes, registry: changes = [] } = converted('from-return', given, more) ?? {};
    expect(changes).toEqual([]);
    expect(value?.['notes']).toEqual([
      'feature_id: 006',
      'state_updates.document_availability: {"spec.md":"present"}',
      'state_updates.traceability_matrix: {"FR-001":["CHK001"]}',
    ]);
    expect(notes?.join(' ')).toContain(because);
  });

  test('a registry that the return brings is the one that counts', () => {
    const brought = { path: 'specs/005/.workflow/index.md', operation: 'overwrite', content: registryText };
    const given = {
      success: true,
      message: 'M',
      artifacts: [brought],
      state_updates: updates,
      next_recommendation: 'proceed',
    };
    const { value, notes, registry: changes } = converted('from-return', given, { registry }) ?? {};
    expect(changes).toBeUndefined();
    expect(value?.['artifacts']).toEqual([
      { ...brought, operation: 'update', content: registryText.replace('absent', 'present') },
    ]);
    expect(notes?.[0]).toContain('in the content of specs/005/.workflow/index.md.');
    const elided = { ...given, artifacts: [{ ...brought, content: '<the registry>' }] };
    expect(converted('from-return', elided, { registry })?.registry).toHaveLength(1);
  });

  test('what is deleted, and what an output has no property for, is said in the notes', () => {
    const given = {
      success: false,
      error: 'Not found.',
      guidance: 'Look again.',
      artifacts: [...artifacts, { path: 'old.md', operation: 'delete' }],
      next_recommendation: 'retry',
    };
    const { value } = converted('from-return', given) ?? {};
    expect(value).toMatchObject({ summary: 'Not found.', notes: ['Delete: old.md', 'guidance: Look again.'] });
    expect(value?.['artifacts']).toHaveLength(1);
  });

  test('a hybrid keeps what is its own, and the superseded that says otherwise is in the notes', () => {
    const given = {
      success: true,
      summary: 'S',
      notes: ['n'],
      artifacts,
      recommendation: 'proceed',
      next_recommendation: 'retry',
      result: ['r'],
    };
    expect(converted('renew-output', given)?.value).toEqual({
      success: true,
      summary: 'S',
      artifacts: [{ ...artifacts[0], operation: 'update' }],
      notes: ['n', 'next_recommendation: retry', 'result: ["r"]'],
      recommendation: 'proceed',
    });
    expect(
      converted('renew-output', { success: true, summary: 'S', artifacts: [], recommendation: 'proceed' }),
    ).toBeUndefined();
  });
});

const word = fc.string({ minLength: 1, maxLength: 8 });
const member = fc.jsonValue({ maxDepth: 2 });
const params = fc.dictionary(
  word.filter(key => !['plugin', 'mode', 'agent_action', '__proto__'].includes(key)),
  member,
);
const anInput = fc.record(
  {
    context: fc.record({
      feature_id: fc.option(word),
      workflow: word,
      iteration: fc.integer({ min: 1, max: 9 }),
    }),
    paths: fc.dictionary(
      word.filter(key => key !== '__proto__'),
      fc.oneof(word, fc.array(word)),
    ),
    task: fc
      .tuple(
        fc.oneof(word, fc.constantFrom('validate', 'create', 'scaffold', 'discover', 'apply_answers')),
        params,
        fc.option(word, { nil: undefined }),
      )
      .map(([action, given, plugin]) => ({ action, params: plugin === undefined ? given : { ...given, plugin } })),
    prior_context: fc.array(word),
  },
  { requiredKeys: ['context', 'paths', 'task'] },
);
const anOutput = fc.record(
  {
    success: fc.boolean(),
    summary: fc.string(),
    artifacts: fc.array(
      fc.record({
        path: word.filter(path => /\S/.test(path)),
        operation: fc.constantFrom('create', 'update'),
        content: fc.string(),
      }),
      { maxLength: 3 },
    ),
    notes: fc.array(fc.string()),
    recommendation: fc.constantFrom('proceed', 'retry', 'escalate'),
  },
  { requiredKeys: ['success', 'summary', 'artifacts', 'recommendation'] },
);

describe('there and back nothing is lost, and what was valid is valid', () => {
  test.each([
    { there: 'to-input', back: 'from-input', kind: 'workflow-primitives/input', any: anInput },
    { there: 'to-return', back: 'from-return', kind: 'workflow-primitives/artifact-return', any: anOutput },
  ])('$there', ({ there, back, kind, any }) => {
    const { validate } = kindById(kind);
    fc.assert(
      fc.property(any as fc.Arbitrary<object>, value => {
        const other = converted(there, value);
        if (!other) throw new Error('it was not converted');
        const faults = validate(other.value) ? [] : (validate.errors ?? []);
        // Whether that is an error the schema says by severity: no input names its plugin.
        const broken = faults.filter(({ params: { missingProperty } }) => missingProperty !== 'plugin');
        expect(broken).toEqual([]);
        expect(converted(back, other.value)?.value).toEqual(value);
      }),
    );
  });
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? `: ${corpusMissing}` : ''}`, () => {
  const folder = 'humaninloop/fences';
  const files = corpusFiles(folder).filter(path => /\/(artifact-return|input|output)__/.test(path));

  test.each(files)('%s', path => {
    const text = corpusText(path);
    let value: Record<string, unknown>;
    try {
      value = JSON.parse(text);
    } catch {
      // One of them is elided.
      expect(path).toContain('gap-classifier__L21');
      return;
    }
    const kind = recognisedKind(value);
    const applicable = conversions.filter(one => one.from === kind && one.to !== kind);
    expect(applicable).toHaveLength(1);
    for (const { convert, to } of applicable) {
      const result = convert(value, around);
      if (!result) throw new Error('it was not converted');
      expect(recognisedKind(result.value)).toBe(to);
      // A union of values was no valid value before either.
      const wasFine = errorsAs(kind ?? '', value).length === 0;
      if (wasFine) expect(errorsAs(to, result.value)).toEqual([]);
      for (const lost of lostIn(value, result.value)) {
        expect(
          result.notes.some(note => note.includes(lost)),
          `${lost} in ${result.notes}`,
        ).toBe(true);
        if (to === OUTPUT) expect(result.value['notes']).toContain(`${lost}: ${said(value[lost])}`);
      }
    }
  });
});

const OUTPUT = 'agent-protocol/output';

function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Names of properties at the root that are there no more, and have no successor. */
function lostIn(before: object, after: object): string[] {
  const SUCCESSORS = ['summary', 'message', 'error', 'notes', 'recommendation', 'next_recommendation', 'state_updates'];
  return Object.keys(before).filter(key => !Object.hasOwn(after, key) && !SUCCESSORS.includes(key));
}
