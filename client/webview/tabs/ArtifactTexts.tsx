import { useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { ChangeRow } from '../../../server/src/shared/lspExtensions';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import { numberText } from '../ui/numberTexts';
import './textBox.css';
import './ArtifactTexts.css';

interface ArtifactTextsProps {
  artifact: NonNullable<ChangeRow['artifact']>;
  step: number;
  /** Whether the texts of the artifact are shown before the user expands it. */
  isOpenAtFirst: boolean;
}

/**
 * Shows the content of a file before and after a step of a workflow run, side by side. Used by pages outside of an editor, which can't open the
 * editor's own diff.
 */
export function ArtifactTexts({ artifact, step, isOpenAtFirst }: ArtifactTextsProps) {
  const { path, hasContent, earlier } = artifact;
  const { answers } = useReplayModel();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const wanted = hasContent && isOpen;
  const after = useAnswer(answers, 'artifact', wanted ? { step, path, version: 'after' } : undefined);
  const isOther = wanted && earlier !== undefined;
  const before = useAnswer(answers, 'artifact', isOther ? { step, path, version: 'before' } : undefined);
  if (!hasContent) return null;
  const beforeLines = before.value?.text?.split('\n');
  const afterLines = after.value?.text?.split('\n');
  const { from, beforeTo, afterTo } = differingLines(beforeLines ?? [], afterLines ?? []);
  return (
    <details class="artifact-texts" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{earlier === undefined ? t`Content` : t`Before and after`}</summary>
      <div class="panes">
        {earlier !== undefined && (
          <Pane
            title={t`Before, by step ${earlier + 1}`}
            lines={beforeLines}
            fault={before.fault ?? before.value?.fault}
            from={from}
            to={beforeTo}
            change="removed"
          />
        )}
        <Pane
          title={t`After step ${step + 1}`}
          lines={afterLines}
          fault={after.fault ?? after.value?.fault}
          from={from}
          to={earlier === undefined ? from : afterTo}
          change="added"
        />
      </div>
    </details>
  );
}

interface PaneProps {
  title: string;
  lines: readonly string[] | undefined;
  fault: string | undefined;
  /** The range of differing lines. */
  from: number;
  to: number;
  change: 'added' | 'removed';
}

/** The maximum number of characters shown. */
const AT_ONCE = 20_000;

function Pane({ title, lines, fault, from, to, change }: PaneProps) {
  const [shown, show] = useState(AT_ONCE);
  const sections = lines ? sectionsOf(lines, from, to) : [];
  let left = shown;
  const cut = sections.map(section => {
    const piece = section.slice(0, left);
    left -= piece.length;
    return piece;
  });
  const hidden = sections.join('').length - cut.join('').length;
  return (
    <figure class="text-pane">
      <figcaption class="quiet">{title}</figcaption>
      {fault !== undefined && <p class="nothing">{fault}</p>}
      {lines && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        <pre tabIndex={0} dir="auto" onKeyDown={event => event.stopPropagation()}>
          {cut[0]}
          {cut[1] !== '' && <span class={change}>{cut[1]}</span>}
          {cut[2]}
        </pre>
      )}
      {hidden > 0 && (
        <button type="button" class="link-button" onClick={() => show(shown + AT_ONCE * 5)}>
          {t`show more: ${numberText(hidden)} characters are left`}
        </button>
      )}
    </figure>
  );
}

// Splits lines into the common beginning, the difference, and the common end.
function sectionsOf(lines: readonly string[], from: number, to: number): string[] {
  const ended = lines.map((line, number) => (number < lines.length - 1 ? `${line}\n` : line));
  return [ended.slice(0, from), ended.slice(from, to), ended.slice(to)].map(section => section.join(''));
}

/**
 * The range of lines in which two texts differ, without their common beginning and end. Line numbers from 0, `to`
 * exclusive.
 */
export function differingLines(
  before: readonly string[],
  after: readonly string[],
): { from: number; beforeTo: number; afterTo: number } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, beforeTo: before.length - same, afterTo: after.length - same };
}
