const STATUSES = ['pending', 'clarifying', 'resolved', 'deferred'];
const PRIORITIES = ['Critical', 'Important', 'Minor'];

/**
 * A registry as agents write them: of 300 lines, or about eight for each of `size`.
 * @param {number} seed makes it differ from the others
 * @param {{ size?: number, id?: string }} [options]
 */
export function registryText(seed, { size = 30, id = `${String(seed).padStart(4, '0')}-feature` } = {}) {
  return [
    `# Feature Index: ${id}`,
    section(
      'Feature Metadata',
      ['Field', 'Value'],
      [
        ['**ID**', id],
        ['**Branch**', id],
        ['**Created**', '2026-06-08T09:00:00Z'],
      ],
    ),
    section(
      'Document Availability Matrix',
      ['Document', 'Status', 'Path', 'Last Modified'],
      [
        ['spec.md', 'present', `\`specs/${id}/spec.md\``, '2026-06-08T09:00:00Z'],
        ['plan.md', 'absent', `\`specs/${id}/plan.md\``, '-'],
      ],
    ),
    '**Status values**: `present` | `absent` | `incomplete`\n',
    section(
      'Workflow Status',
      ['Workflow', 'Status', 'Last Run', 'Current Agent'],
      [['specify', 'in_progress', '2026-06-08T09:00:00Z', 'spec-clarify']],
    ),
    section(
      'Gap Priority Queue',
      ['Priority', 'Gap ID', 'CHK Source', 'FR Reference', 'Question', 'Status'],
      rows(3 * size, gap(seed)),
    ),
    section('Traceability Matrix', ['FR ID', 'CHK IDs', 'Coverage Status', 'Notes'], rows(2 * size, trace)),
    section('Decisions Log', ['Timestamp', 'Agent', 'Decision', 'Rationale'], rows(3 * size, decision)),
    '## Agent Handoff Notes\n\n### From spec-writer\n\n- The export is written line by line\n- Ready for: checklist-agent\n',
  ].join('\n');
}

function section(title, header, body) {
  const lines = [header, header.map(() => '---'), ...body].map(cells => `| ${cells.join(' | ')} |`);
  return `## ${title}\n\n${lines.join('\n')}\n`;
}

function rows(count, row) {
  return Array.from({ length: count }, (_, index) => row(index + 1));
}

function gap(seed) {
  return n => [
    PRIORITIES[(n + seed) % 3],
    numbered('G-', n),
    numbered('CHK', n),
    numbered('FR-', n),
    `What happens in case ${n}?`,
    STATUSES[(n + seed) % 4],
  ];
}

function trace(n) {
  return [numbered('FR-', n), `${numbered('CHK', n)}, ${numbered('CHK', n + 1)}`, '✓ Covered', `Note ${n}`];
}

function decision(n) {
  return [new Date(1.78e12 + n * 60_000).toISOString(), 'spec-writer', `Decided ${n}`, 'It is the simplest way'];
}

function numbered(prefix, n) {
  return prefix + String(n).padStart(3, '0');
}
