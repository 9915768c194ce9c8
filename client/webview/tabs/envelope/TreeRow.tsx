import { useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { EnvelopeAt, EnvelopeMember } from '../../../../server/src/shared/lspExtensions';
import { type AnswerCache, useLoad } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { Icon, type IconName } from '../../ui/Icon';
import { numberText } from '../../ui/numberTexts';
import { SEVERITIES } from '../ChangeMark';
import { ErrorText } from '../TabPage';
import { type BranchRow, branchRowPath, type Path } from './lazyTree';
import { isLongText } from './loadTree';
import '../textBox.css';
import './envelopeBox.css';
import './LongValue.css';
import './TreeRow.css';

interface TreeRowProps {
  id: string;
  at: EnvelopeAt;
  row: BranchRow;
  isBranch: boolean;
  isActive: boolean;
  /** The message of the problem at this row's JSON value, if there is one. */
  message: string | undefined;
  canOpen: boolean;
  choose(): void;
  toggle(): void;
  open(): void;
  copy(): void;
  copyPath(): void;
  /** Opens a link after confirmation; undefined if links can't be opened. */
  follow: ((address: string) => void) | undefined;
}

/** The maximum indentation level in the tree; deeper rows are indented no further. */
const DEEPEST = 16;
/** Other schemes could launch external programs. */
const ADDRESS = /^https:\/\/[^\s"'<>]+$/;

/** A row in the tree of an envelope. Shows the name of a property, its value on one line, and buttons. */
export function TreeRow(props: TreeRowProps) {
  const { id, at, row, isBranch, isActive, message, canOpen, choose, toggle, open, copy, copyPath, follow } = props;
  const { member, branch, index, depth } = row;
  const isLong = member !== undefined && isLongText(member);
  const isOpen = branch.open.has(index);
  const address = member && !isLong && member.is === 'text' && ADDRESS.test(member.shown) ? member.shown : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and says which row is meant
    <div
      role="treeitem"
      id={id}
      aria-level={depth + 1}
      aria-posinset={index + 1}
      aria-setsize={branch.total}
      aria-selected={isActive}
      {...((isBranch || isLong) && { 'aria-expanded': isOpen })}
      class="tree-row"
      onClick={() => {
        choose();
        if (isBranch || isLong) toggle();
      }}
      onDblClick={() => {
        if (!isBranch && !isLong) open();
      }}
    >
      <div class="tree-line" style={{ paddingInlineStart: `${Math.min(depth, DEEPEST) * 14}px` }}>
        <Twistie has={isBranch || isLong} isOpen={isOpen} />
        {member ? <Line member={member} isOpen={isOpen} message={message} /> : <span class="quiet">…</span>}
        {isLong && member.size !== undefined && (
          <button type="button" class="link-button show-more" tabIndex={-1}>
            {isOpen ? t`show less` : t`show more of ${numberText(member.size)} characters`}
          </button>
        )}
        {member && (
          <span class="row-actions">
            <RowAction icon="copy" name={t`Copy value`} keys={t`Ctrl+C`} act={copy} />
            <RowAction icon="symbol-key" name={t`Copy JSON path`} keys={t`Shift+C`} act={copyPath} />
            {address !== undefined && follow && (
              <RowAction icon="link-external" name={t`Open link`} act={() => follow(address)} />
            )}
            {canOpen && <RowAction icon="go-to-file" name={t`Open in editor`} keys={t`Shift+Enter`} act={open} />}
          </span>
        )}
      </div>
      {isLong && isOpen && <LongValue at={at} path={branchRowPath(row)} />}
    </div>
  );
}

interface RowActionProps {
  icon: IconName;
  name: string;
  keys?: string;
  act(): void;
}

/** A button for the pointer only: the tree has the focus, and handles the keys. */
function RowAction({ icon, name, keys, act }: RowActionProps) {
  return (
    <button
      type="button"
      class="plain-button"
      tabIndex={-1}
      title={keys ? `${name} (${keys})` : name}
      aria-label={name}
      onClick={event => {
        event.stopPropagation();
        act();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

function Twistie({ has, isOpen }: { has: boolean; isOpen: boolean }) {
  if (!has) return <span class="icon" aria-hidden="true" />;
  return <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />;
}

/** A problem of a member, which is folded. */
const IN_IT = { error: t`error in it`, warning: t`warning in it`, info: t`info in it` };

interface LineProps {
  member: EnvelopeMember;
  isOpen: boolean;
  message: string | undefined;
}

function Line({ member, isOpen, message }: LineProps) {
  const { name, is, shown, size, note, problem } = member;
  const isIndex = typeof name === 'number';
  return (
    <>
      <bdi class={`tree-name ${isIndex ? 'index' : ''}`}>{name === '' ? '""' : name}</bdi>
      <span class="colon">: </span>
      {isOpen && is === 'text' ? null : (
        <bdi
          class={`tree-value ${is} ${problem && message !== undefined ? `wrong ${problem}` : ''}`}
          title={message ?? ''}
        >
          {is === 'text' && size === undefined && shown === '' ? '""' : shown}
        </bdi>
      )}
      {is !== 'text' && size !== undefined && size > 0 && <span class="tree-size">{numberText(size)}</span>}
      {note !== undefined && <span class="tree-note">{note}</span>}
      {problem && (
        <span class="tree-problem" title={message ?? IN_IT[problem]}>
          <Icon name={problem} tone={problem === 'error' ? 'bad' : problem === 'warning' ? 'warn' : 'note'} />
          <span class="read-aloud">{message === undefined ? IN_IT[problem] : `${SEVERITIES[problem]} ${message}`}</span>
        </span>
      )}
    </>
  );
}

/** The number of characters at first, and of further ones per request. */
const AT_ONCE = 5_000;

/** A long text of an envelope, loaded in pieces. */
function LongValue({ at, path }: { at: EnvelopeAt; path: Path }) {
  const { answers } = useReplayModel();
  const [wanted, setWanted] = useState(AT_ONCE);
  const key = JSON.stringify([answers.revision.value, at, path, wanted]);
  const { value, fault } = useLoad(key, () => firstCharacters(answers, at, path, wanted));
  if (fault !== undefined) return <ErrorText text={fault} />;
  if (!value) return null;
  const left = value.total - value.text.length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what happens in it from the row around it
    <div
      class="long-value"
      onClick={event => event.stopPropagation()}
      onDblClick={event => event.stopPropagation()}
      onKeyDown={event => event.stopPropagation()}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <pre tabIndex={0} dir="auto">
        {value.text}
      </pre>
      {left > 0 && (
        <button type="button" class="link-button" onClick={() => setWanted(value.text.length + AT_ONCE * 4)}>
          {t`show more: ${numberText(left)} characters are left`}
        </button>
      )}
    </div>
  );
}

async function firstCharacters(
  answers: AnswerCache,
  at: EnvelopeAt,
  path: Path,
  wanted: number,
): Promise<{ text: string; total: number }> {
  let text = '';
  for (;;) {
    const answer = await answers.ask('value', { ...at, path, from: text.length, count: wanted - text.length });
    text += answer.text;
    const isAll = text.length >= Math.min(wanted, answer.total);
    if (isAll || answer.text === '') return { text, total: answer.text === '' ? text.length : answer.total };
  }
}
