import { l10n } from 'vscode';
import { formatNumber, type TreeNode } from '../../../server/src/shared/lspExtensions';
import { statusWord } from '../../../server/src/shared/statusWord';

/** How a node of the tree of workflow runs appears in VS Code: description, menu context, accessibility label and click target, as plain data. */
export interface TreeNodePresentation {
  description: string;
  /** The context value for menus: the type, and the available actions. */
  context: string;
  /** The accessibility label. */
  aloud: string;
  click: ClickTarget | undefined;
}
export type ClickTarget = 'more' | 'file' | 'place';

export function treeNodePresentation(node: TreeNode): TreeNodePresentation {
  const { is, label, copies, uri, leads, live, outcome, problems } = node;
  const description = [live && l10n.t('live'), node.description].filter(Boolean).join(' · ');
  const actions = [leads && 'leads', uri && 'file', copies && 'copies', live && 'live'].filter(Boolean);
  return {
    description,
    context: [is, ...actions].join(' '),
    aloud: [
      label,
      description,
      outcome && outcome !== 'unknown' && statusWord(outcome),
      problems && problemCountsText(problems),
    ]
      .filter(Boolean)
      .join(', '),
    click: clickTarget(node),
  };
}

/** Formats the number of problems: "2 errors, 1 warning"; empty if there are none. */
export function problemCountsText({ error, warning, info }: NonNullable<TreeNode['problems']>): string {
  return [
    error > 0 && (error === 1 ? l10n.t('1 error') : l10n.t('{0} errors', error)),
    warning > 0 && (warning === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warning)),
    info > 0 && (info === 1 ? l10n.t('1 info') : l10n.t('{0} infos', info)),
  ]
    .filter(Boolean)
    .join(', ');
}

// A document or an artifact with a file opens that file; other nodes open their location, or without one their file.
function clickTarget({ is, uri, leads }: TreeNode): ClickTarget | undefined {
  if (is === 'more') return 'more';
  if (uri && (is === 'document' || is === 'artifact' || !leads)) return 'file';
  return leads ? 'place' : undefined;
}

/** The texts above the tree of runs, and next to its title. */
interface ViewTexts {
  message: string | undefined;
  description: string | undefined;
}

export interface ViewFacts {
  /** The number of root nodes. */
  roots: number;
  /** The number of runs that match the filter, if known. */
  shown: number | undefined;
  /** The number of runs in the workspace. */
  runs: number;
  filter: string;
  /** The number of traces of services that are left out. */
  leftOut?: number | undefined;
  /** The syntax error in the filter. */
  fault: string | undefined;
  reading: boolean;
}

/**
 * Returns the texts for a tree of runs: the filter's error, otherwise the counts, the current filter, and whether the workspace is still
 * being read. An empty tree gets no message, since a message hides the welcome view.
 */
export function viewMessage({ roots, shown, runs, filter, leftOut = 0, fault, reading }: ViewFacts): ViewTexts {
  if (fault !== undefined) return { message: fault, description: filter };
  const all = runs === 1 ? l10n.t('1 run') : l10n.t('{0} runs', formatNumber(runs));
  // With groups, the number of matching runs is unknown; the total alone would look like that number.
  const counts = !filter ? reading && all : shown !== undefined && l10n.t('{0} of {1}', formatNumber(shown), all);
  const words = [
    runs > 0 && counts,
    filter && l10n.t('filter: {0}', filter),
    leftOut > 0 && leftOutText(leftOut),
    reading && l10n.t('still reading…'),
  ];
  const text = words.filter(Boolean).join(' · ') || undefined;
  return roots === 0 ? { message: undefined, description: text } : { message: text, description: undefined };
}

function leftOutText(count: number): string {
  return count === 1 ? l10n.t('1 service trace hidden') : l10n.t('{0} service traces hidden', formatNumber(count));
}
