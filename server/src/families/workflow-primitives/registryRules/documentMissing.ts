import { vocabularyWord } from '../../../registry/closestWord';
import { defineRegistryRule } from './defineRegistryRule';
import { documentRows, statusFinding } from './documentRows';

export default defineRegistryRule({
  id: 'workflow-primitives/document-missing',
  severity: 'warning',
  fix: 'sets the status to `absent`',
  docs: `The registry says that a document is \`present\`, but it is not on disk. The next agent is told to read it, and fails
or goes on without it.

**Good:**

\`\`\`markdown
## Document Availability

| Document | Status |
|----------|--------|
| plan.md | absent |
\`\`\`

**Bad:** though there is no plan.md,

\`\`\`markdown
## Document Availability

| Document | Status |
|----------|--------|
| plan.md | present |
\`\`\`

Set the status to \`absent\`, or write the document. It is looked for from every folder between the workspace and the
registry, the target of a link such as \`[spec](../spec.md)\` from the registry itself. Of a cell that says more than one path
nothing is said.

Source: ADR-007, Workflow Primitives, "Document availability".`,
  check(on, report) {
    if (on.isTemplate) return;
    for (const { status, path, found } of documentRows(on)) {
      if (vocabularyWord(status) !== 'present' || found) continue;
      const message = `"${path.slice(0, 200)}" is said to be present, but is not on disk; write it, or say that it is absent.`;
      report(statusFinding(on, status, 'absent', message));
    }
  },
});
