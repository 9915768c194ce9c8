import type { RegistryBullet, RegistryDocument, RegistrySection, RegistrySubsection } from '../model/registry';
import type { Span } from '../model/text';
import { memoizeByObject } from '../text/memoize';
import { isCompleteRow, rowCell } from './registryRows';

/** A hand-off from one agent to the next, as notes in a state registry (`index.md`) record it. */
export interface Handoff {
  /** The heading and its content. */
  at: Span;
  /** The author; empty if the heading does not name one. */
  from: string;
  /** The agent that may begin now; empty if it is not named. */
  to: string;
  notes: RegistryBullet[];
}

/** Returns the non-empty hand-offs of a registry, in order. */
export const handoffsOf = memoizeByObject((registry: RegistryDocument): readonly Handoff[] =>
  registry.sections
    .filter(({ definition }) => definition.id === 'agent-handoff-notes')
    .flatMap(section => section.subsections.flatMap(subsection => handoffIn(section, subsection, registry) ?? [])),
);

function handoffIn(
  section: RegistrySection,
  subsection: RegistrySubsection,
  { markdown }: RegistryDocument,
): Handoff | undefined {
  const { title } = subsection.definition ?? {};
  if (title !== 'From' && title !== 'Handoff from Previous Agent') return undefined;
  const ready = section.fields.find(field => field.subsection === subsection && field.definition?.name === 'Ready for');
  const notes = section.bullets.filter(
    bullet => bullet.subsection === subsection && bullet.text.trim() !== '' && !isInside(bullet, ready?.line),
  );
  const to = ready?.text ?? '';
  if (to === '' && notes.length === 0) return undefined;
  const heading = markdown.text.slice(subsection.heading.start, subsection.heading.end);
  const from =
    title === 'From'
      ? heading
          .replace(/^\s*from\s+/i, '')
          .replaceAll('`', '')
          .trim()
      : '';
  const whole = markdown.text.slice(subsection.start, subsection.end);
  return { at: { start: subsection.start, end: subsection.start + whole.trimEnd().length }, from, to, notes };
}

function isInside(inner: Span, outer: Span | undefined): boolean {
  return outer !== undefined && inner.start >= outer.start && inner.end <= outer.end;
}

/** A row of the decisions log. Missing texts are the empty string. */
export interface Decision {
  /** The row. */
  at: Span;
  time: string;
  workflow: string;
  agent: string;
  text: string;
  rationale: string;
}

/** Returns the decisions in log order. Includes incomplete rows, so that later rows keep their number. */
export const decisionsOf = memoizeByObject((registry: RegistryDocument): readonly Decision[] =>
  registry.sections
    .filter(({ definition }) => definition.id === 'decisions-log')
    .flatMap(({ tables }) =>
      tables.flatMap(table =>
        table.rows.map(row => {
          const cell = (name: string) =>
            (isCompleteRow({ table, row }) && rowCell({ table, row }, column => column.name === name)?.text) || '';
          return {
            at: { start: row.start, end: row.end },
            time: cell('Timestamp'),
            workflow: cell('Workflow'),
            agent: cell('Agent'),
            text: cell('Decision'),
            rationale: cell('Rationale'),
          };
        }),
      ),
    ),
);
