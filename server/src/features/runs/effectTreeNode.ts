import type { Effect, Step } from '../../model/run';
import { isOpenStatus } from '../../runs/stateHistory';
import { t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import { approvalWord } from '../../shared/statusWord';
import { documentIcon, evaluationIcon, gapIcon, questionIcon, writeIcon } from './treeIcons';
import { described, fact, plain, tooltip, verdictText } from './treeNodeTexts';

/** Resolves a path that an envelope mentions to a file URI: null if there is no such file, undefined if that is not known yet. */
export type FileAt = (path: string, from: string) => string | null | undefined;

/**
 * Returns the indexes of the effects that get nodes of their own. Leaves out effects that the step's node shows already: its only call, the
 * recipient of its hand-off, its usage.
 */
export function shownEffects(step: Step): number[] {
  const { effects } = step;
  return effects.flatMap((effect, index) => (isShown(effect, step) ? index : []));
}

function isShown(effect: Effect, { effects, title, peer }: Step): boolean {
  switch (effect.do) {
    case 'usage':
      return false;
    case 'call':
      return !title.includes(effect.tool);
    case 'result':
      return !effects.some(one => one.do === 'call') && effect.tool !== undefined && !title.includes(effect.tool);
    case 'handoff':
      return effect.to !== peer || (effect.text !== undefined && effect.text !== title);
    case 'decision':
    case 'note':
      return effect.text !== title;
    case 'budget':
    case 'approval':
      return !title.toLowerCase().includes(effect.state.toLowerCase());
    default:
      return true;
  }
}

/** The display of an effect, both below a step and in the state of a run. */
export type EffectLook = Pick<TreeNode, 'is' | 'label' | 'description' | 'tooltip' | 'icon' | 'copies' | 'uri'>;

/**
 * Returns the display of an effect.
 *
 * @param from the URI of the envelope's file
 */
export function effectLook(effect: Effect, from?: string, fileAt?: FileAt): EffectLook {
  switch (effect.do) {
    case 'write': {
      const { path, operation } = effect;
      const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
      const uri = from === undefined ? undefined : fileAt?.(path, from);
      return {
        is: 'artifact',
        label: plain(path.slice(cut)) || plain(path) || t`file`,
        ...described(plain(operation, 40), plain(path.slice(0, Math.max(0, cut - 1)))),
        tooltip: tooltip(path, fact(t`Operation`, operation), uri === null ? t`Not on disk` : undefined),
        icon: writeIcon(operation),
        copies: path,
        ...(typeof uri === 'string' && { uri }),
      };
    }
    case 'document': {
      const { name, status } = effect;
      const label = plain(name) || t`document`;
      const icon = documentIcon(status, undefined);
      return {
        is: 'document',
        label,
        ...described(plain(status, 40)),
        tooltip: tooltip(name, fact(t`Status`, status)),
        icon,
      };
    }
    case 'decision':
      return {
        is: 'decision',
        label: plain(effect.text) || t`decision`,
        tooltip: tooltip(effect.text),
        icon: { id: 'law' },
      };
    case 'note':
      return { is: 'note', label: plain(effect.text) || t`note`, tooltip: tooltip(effect.text), icon: { id: 'note' } };
    case 'handoff': {
      const { to, text = '' } = effect;
      const label = t`to ${plain(to, 40)}`;
      const facts = text === '' ? [] : [fact(t`Asked for`, text)];
      return {
        is: 'note',
        label,
        ...described(plain(text)),
        tooltip: tooltip(label, ...facts),
        icon: { id: 'arrow-right' },
      };
    }
    case 'question':
    case 'gap':
      return trackedLook(effect);
    case 'call':
      return {
        is: 'event',
        label: plain(effect.tool) || t`tool`,
        ...described(t`call`),
        icon: { id: 'tools' },
        ...idOf(effect),
      };
    case 'result': {
      const label = plain(effect.tool ?? '') || t`result`;
      return {
        is: 'event',
        label,
        ...described(effect.ok ? t`ok` : t`failed`),
        icon: { id: 'reply' },
        ...idOf(effect),
      };
    }
    case 'approval':
      return { is: 'event', label: t`Approval ${plain(approvalWord(effect.state), 60)}`, icon: { id: 'person' } };
    case 'budget':
      return { is: 'event', label: t`Budget ${plain(effect.state, 60)}`, icon: { id: 'dashboard' } };
    case 'evaluation':
      return {
        is: 'event',
        label: plain(effect.name) || t`evaluation`,
        ...described(plain(verdictText(effect), 60), plain(effect.text ?? '')),
        tooltip: tooltip(effect.name, fact(t`Verdict`, verdictText(effect)), fact(t`Why`, effect.text)),
        icon: evaluationIcon(effect.isGood),
      };
    case 'usage':
      return { is: 'event', label: t`Usage`, icon: { id: 'graph' } };
  }
}

/** Returns the display of a gap or question: its id, then its status and text. */
function trackedLook(tracked: Tracked): EffectLook {
  const { do: is, id, status, text = '', priority = '' } = tracked;
  const isOpen = isOpenStatus(status);
  return {
    is,
    label: plain(id, 40) || (is === 'gap' ? t`gap` : t`question`),
    ...described(plain(priority, 20), plain(status, 30), plain(text)),
    tooltip: tooltip(id, fact(t`Priority`, priority), fact(t`Status`, status), fact(t`About`, text)),
    icon: is === 'gap' ? gapIcon(isOpen, priority) : questionIcon(isOpen),
    copies: id,
  };
}

type Tracked = Extract<Effect, { do: 'question' | 'gap' }>;

function idOf({ id }: { id?: string }): { copies?: string } {
  return id === undefined ? {} : { copies: id };
}
