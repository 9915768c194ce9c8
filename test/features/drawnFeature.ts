import { analyse } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import type { Position, Range } from '../../server/src/model/text';
import { memoryFile } from '../kit/analyseText';
import { fileAt } from '../kit/inEachFileKind';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';

const index = `# Feature Index: 005-invites

## Document Availability

| Document | Status | Path |
|----------|--------|------|
| spec.md | present | \`specs/005/spec.md\` |
| checklists/ | present | specs/005/checklists/ |
| plan.md | absent | - |

## Workflow Status

| Workflow | Status | Last Run | Current Agent | Context File |
|----------|--------|----------|---------------|--------------|
| specify | in_progress | - | spec-clarify | .workflow/state.md |

## Gap Priority Queue

| Priority | Gap ID | CHK Source | FR Reference | Question | Status |
|----------|--------|------------|--------------|----------|--------|
| Critical | G-002 | CHK003 | FR-002 | What *if* a \\| b? | clarifying |
| Important | **G-001** | CHK-002 | FR-003 | When? | resolved |

## Plan Gap Queue

| Priority | Gap ID | Check Source | Phase | Artifact | Description | Tier | Status |
|----------|--------|--------------|-------|----------|-------------|------|--------|
| Minor | G-RES-001 | RES-001 | 1 | research.md | no reason | auto-retry | pending |

## Unified Pending Questions

| ID | Source | Location | Question | Options | Priority | Status |
|----|--------|----------|----------|---------|----------|--------|
| C2.1 | G-002 | FR-002 | Another address? | yes; no | security | pending |

## Gap Resolution History

| Gap ID | Iteration | Action | Details |
|--------|-----------|--------|---------|
| G-001 | 1 | resolved | C1.1 said 7 days |

## Traceability Matrix

### Checklist -> Requirements Mapping

| CHK ID | FR IDs | Gap Type | Resolution |
|--------|--------|----------|------------|
| CHK002 | FR-003, FR-001 | Clarity | G-001 |
| CHK009 | FR-001 | Clarity | |

## Agent Handoff Notes

### From spec-clarify

- FR-003 names the period (US-001), see SPEC-007
- Ready for: C2.1
`;

const spec = `# Invites

### US-001: invite by e-mail

- As US1 first.
- See **FR-001** first.

## Requirements

- **FR-001**: The owner invites.
- FR-002: An **invite** holds a link.
- FR-003 is said below.

**FR-004**: An owner withdraws it.

| ID | Requirement |
|----|-------------|
| \`FR-003\` | It expires. |
`;

const checklist = `# Security

- [ ] CHK003 - Is it said? [FR-002]
- [x] CHK002 Is it said when? [Clarity, FR-003]
`;

const checks = `# Specification checks

### Content

| ID | Check | Description | Tier |
|----|-------|-------------|------|
| SPEC-007 | No details | Names no technology | auto-retry |
| SPEC-008 | Testable | Each can be verified | auto-retry |

## Tiers

Of \`escalate\` a person decides.
`;

const content = `# Feature Index: 005-invites

## Document Availability

| Document | Status |
|----------|--------|
| spec.md | present |

## Gap Priority Queue

| Priority | Gap ID | Status | Resolution |
|----------|--------|--------|------------|
| Minor | G-002 | deferred | "later"\tC2.1 |
| Minor | G-044 | pending | é\\new |
`;

const artifactReturn = `${JSON.stringify(
  {
    success: true,
    artifacts: [{ path: 'specs/005/.workflow/index.md', operation: 'overwrite', content }],
    state_updates: { gap_priority_queue_updates: { 'G-002': 'deferred' }, note: JSON.stringify('of\nG-002\tCHK003') },
    next_recommendation: 'proceed',
  },
  undefined,
  2,
)}\n`;

const block = `Notes on the return:

- **FR-001**: is the first.

> \`\`\`json
> {"notes": ["one\\nG-002", "x\\u00e9G-002", "CHK-003"]}
> \`\`\`
`;

const log = [
  '{"type": "event", "at": "CHK002, CHK-0020"}',
  '{"type": "event", "body": "{\\"gap\\":\\"\\\\nG-001\\"}"} G-002',
].join('\n');

/** A feature and what lies around it, by path below the workspace's folder. */
export const FILES: Readonly<Record<string, string>> = {
  'specs/005/.workflow/index.md': index,
  'specs/005/.workflow/return.json': artifactReturn,
  'specs/005/.workflow/log.jsonl': log,
  'specs/005/.workflow/state.md': 'The state.\n',
  'specs/005/spec.md': spec,
  'specs/005/notes.md': block,
  'specs/005/checklists/security.md': checklist,
  'specs/006/.workflow/index.md': index.replaceAll('005', '006'),
  'check-modules/spec-checks.md': checks,
  'docs/guide.md': 'An id such as FR-001 or G-002; not so SPEC-008.\n',
  'spec-like/none.md': '- **FR-001**: of nothing',
  'plan.md': 'of the workspace, not of a feature',
};

export const workspace = memoryWorkspace(FILES);

export interface Asked {
  analysis: Analysis;
  position: Position;
}

/** A file of the feature with the cursor at the `¦` of a piece of its text, the first that is so. */
export function asked(path: string, drawn: string, files = FILES): Asked {
  const text = files[path] ?? '';
  const at = text.indexOf(drawn.replace('¦', ''));
  if (at < 0 || !drawn.includes('¦')) throw new Error(`${path} does not hold ${drawn}`);
  return { analysis: analysisOf(path, text), position: fileAt(path, text, at + drawn.indexOf('¦')).position };
}

const analyses = new Map<string, Analysis>();

export function analysisOf(path: string, text: string = FILES[path] ?? ''): Analysis {
  const key = `${path}\n${text}`;
  const analysis = analyses.get(key) ?? analyse(memoryFile(path, text), testContext()).analysis;
  analyses.set(key, analysis);
  return analysis;
}

/** A place, as the path and the line with the place in «». Long lines are cut around it. */
export function drawn({ uri, range }: { uri: string; range: Range }, files = FILES): string {
  const path = decodeURIComponent(uri).replace('file:///work/', '');
  const line = (files[path] ?? '').split('\n')[range.start.line] ?? '';
  const before = line.slice(0, range.start.character).slice(-24);
  const after = line.slice(range.end.character).slice(0, 24);
  return `${path}: ${before}«${line.slice(range.start.character, range.end.character)}»${after}`;
}
