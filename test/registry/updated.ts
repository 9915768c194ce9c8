import { readRegistry } from '../../server/src/registry/readRegistry';
import { applyRegistryChanges } from '../../server/src/registry/registryEdits';
import { stateUpdateEdits } from '../../server/src/registry/stateUpdateEdits';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';

const registry = `# Feature Index: 005-invites

## Document Availability

| Document | Status | Path |
|----------|--------|------|
| spec.md | \`absent\` | - |

## Workflow Status

| Workflow | Status | Last Run | Current Agent |
|----------|--------|----------|---------------|
| specify | not_started | - | - |

## Priority Loop State

- **Loop Status**: validating
- **Current Iteration**: 1 / 7

## Gap Priority Queue

| Priority | Gap ID | CHK Source | FR Reference | Question | Status |
|----------|--------|------------|--------------|----------|--------|
| Critical | G-001 | CHK003 | FR-002 | What if? | clarifying |

## Gap Resolution History

| Gap ID | CHK Source | Resolution | Resolved Via | Timestamp |
|--------|------------|------------|--------------|-----------|

## Decisions Log

| Timestamp | Workflow | Agent | Decision | Rationale |
|-----------|----------|-------|----------|-----------|
| 2026-06-01T10:00:00Z | specify | spec-writer | Wrote it | Asked |

## Agent Handoff Notes

### From spec-writer

- Look at FR-002
- Ready for: checklist-agent

---

## Notes
`;

/** The lines that differ after the updates, and the remaining updates. */
export function updated(updates: Record<string, unknown>, text = registry) {
  const { changes, done, remaining } = stateUpdateEdits(readRegistry(parseMarkdown(text), { whole: true }), updates);
  const after = applyRegistryChanges(text, changes);
  const before = new Set(text.split('\n'));
  return { lines: after.split('\n').filter(line => !before.has(line)), done, left: remaining, after };
}
