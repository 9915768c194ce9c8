import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Extension } from '../../server/src/model/registry';
import { SECTIONS } from '../../server/src/registry/allSections';
import { sectionNamed } from '../../server/src/registry/findSectionDefinitions';
import {
  type RegistryTemplateOptions,
  renderRegistry,
  renderSection,
} from '../../server/src/registry/registryTemplate';
import { outline } from './outline';
import { outsideDefinitions } from './outsideDefinitions';

const filling: RegistryTemplateOptions = {
  featureId: '005-user-auth',
  branch: 'feat/005-user-auth',
  workflow: 'specify',
  now: '2026-01-02T03:04:05Z',
  style: 'table',
};
const styles = ['bullets', 'table'] as const;
const extensions: Extension[] = [...new Set(SECTIONS.map(({ extension }) => extension))];

function section(name: string) {
  const found = sectionNamed(name);
  if (!found) throw new Error(`no section ${name}`);
  return found;
}

test.each(SECTIONS.flatMap(one => styles.map(style => [one.title, style, one] as const)))(
  '%s, as %s',
  (_, style, one) => {
    const text = renderSection(one, { ...filling, style });
    expect(outline(text)).toHaveLength(1);
    expect(outsideDefinitions(text)).toEqual([]);
    expect(text).not.toMatch(/[{}]|\n\n\n/);
    expect(text.endsWith('\n')).toBe(true);
  },
);

test.each(styles)('a registry with all sections, as %s', style => {
  const text = renderRegistry({ ...filling, style, extensions });
  expect(outsideDefinitions(text)).toEqual([]);
  const within = ['Feature Readiness', 'Global Configuration'];
  const rest = SECTIONS.filter(({ title }) => !within.includes(title)).map(({ title }) => title);
  expect(outline(text).map(({ heading }) => heading)).toEqual(rest);
});

test('a registry with the core sections only', () => {
  expect(renderRegistry({ ...filling, style: 'bullets', extensions: [] })).toBe(`# Feature Index: 005-user-auth

## Metadata

- **Feature ID**: 005-user-auth
- **Branch**: feat/005-user-auth
- **Created**: 2026-01-02T03:04:05Z
- **Workflow**: specify

## Document Availability

| Document | Status |
|----------|--------|
| spec.md | absent |

## Workflow Status

- **Current Phase**: not_started
- **Current Agent**: -
- **Status**: not_started

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|

## Agent Handoff Notes

### Current Agent

- **Agent**: -
- **Started**: -
- **Status**: not_started

### Handoff from Previous Agent
`);
});

test('legends list the words of closed vocabularies', () => {
  const queue = renderSection(section('Gap Priority Queue'), filling);
  expect(queue).toContain('**Priority values**: `Critical` | `Important` | `Minor`\n');
  const questions = renderSection(section('Pending Questions'), filling);
  expect(questions).toContain('**Priority values**: `scope` > `security` > `ux` > `technical`\n');
  expect(renderSection(section('Workflow Status'), filling)).not.toContain('**Current Phase values**');
});

test('inserted values cannot break out of their line or cell', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...styles), (text, style) => {
      const rendered = renderRegistry({ ...filling, featureId: text, branch: text, style, extensions });
      const plain = renderRegistry({ ...filling, style, extensions });
      expect(rendered.split(/\r\n|\n|\r/).length).toBe(plain.split('\n').length);
    }),
    { numRuns: 50 },
  );
  const piped = renderSection(section('Metadata'), { ...filling, branch: 'a|b\n# c' });
  expect(piped).toContain('| **Branch** | a\\|b # c |');
});
