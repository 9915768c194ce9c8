import type { Effect, EnvelopeLocation, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { formatNumber, t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import { someOf } from '../../shared/shownText';
import { statusWord } from '../../shared/statusWord';
import { durationText } from '../../shared/times';
import { fileNameOf } from '../../text/decodeUri';
import { formatInstant } from '../../text/parseTime';
import { confidenceBand } from '../envelopeSummary';
import { shownEffects } from './effectTreeNode';
import { problemsBelow, problemsText, withProblems } from './problemCounts';
import { stepIcon } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import { costText, described, fact, plain, timeOfDay, tooltip } from './treeNodeTexts';

/** Returns the tree node of a step of a workflow run: who did what, when, and how long it took. */
export function stepTreeNode(run: IndexedRun, index: number): TreeNode {
  const { key } = run.summary;
  const step = run.step(index);
  const before = index > 0 ? run.step(index - 1).at : undefined;
  const since = step.at !== undefined && before !== undefined && step.at > before ? step.at - before : undefined;
  const problems = problemsBelow(run, index);
  const opens = run.children(index).length > 0 || shownEffects(step).length > 0;
  const isAlone = step.parent === undefined && run.children().length === 1;
  return {
    id: treeNodeId({ is: 'step', run: key, step: index }),
    is: 'step',
    label: labelOf(run, step),
    ...described(
      failureText(step),
      step.at !== undefined && timeOfDay(step.at),
      since !== undefined && `+${durationText(since)}`,
      step.duration !== undefined && step.duration > 0n && t`took ${durationText(step.duration)}`,
      step.confidence !== undefined && t`confidence ${step.confidence}`,
      usageText(step.effects),
    ),
    tooltip: tooltipOf(run, step, since),
    icon: stepIcon(step.kind, step.outcome, step.effects),
    // The only root step of a run starts expanded.
    opens: !opens ? 'no' : isAlone ? 'open' : 'closed',
    outcome: step.outcome,
    ...withProblems(problems),
    run: key,
    step: index,
    ...(step.key !== undefined && { copies: step.key }),
    leads: step.envelopes.length > 0,
  };
}

/** Returns why a step failed, unless the title says so. */
export function failureText({ failure, title }: Step): string | undefined {
  return failure === undefined || title.includes(failure) ? undefined : plain(failure);
}

// Leaves out an agent that the parent step or the title names: most nested steps have the same agent.
function labelOf(run: IndexedRun, { agent, peer, title, parent }: Step): string {
  const parentAgent = parent === undefined ? undefined : run.step(parent).agent;
  const from = agent === undefined || agent === parentAgent || beginsWith(title, agent) ? '' : plain(agent, 40);
  const to = peer === undefined || peer === agent || title.includes(peer) ? '' : plain(peer, 40);
  const names = [from, to && `→ ${to}`].filter(Boolean).join(' ');
  return [names, plain(title)].filter(Boolean).join(' · ') || t`step`;
}

function beginsWith(title: string, agent: string): boolean {
  return title === agent || title.startsWith(`${agent} `);
}

function tooltipOf({ summary }: IndexedRun, step: Step, since: bigint | undefined): string {
  const { index, title, kind, agent, agentVersion, peer, outcome } = step;
  const { at, duration, confidence, problems, envelopes, copies } = step;
  return tooltip(
    plain(title) || t`step`,
    fact(t`Step`, t`${index + 1} of ${summary.steps}`),
    fact(t`Kind`, kind),
    fact(t`Agent`, agentVersion === undefined ? agent : [agent, agentVersion].filter(Boolean).join(' ')),
    fact(t`To`, peer),
    fact(t`Outcome`, statusWord(outcome)),
    fact(t`Failure`, failureText(step)),
    fact(t`Started`, at === undefined ? undefined : formatInstant(at)),
    fact(
      t`Clock`,
      step.shift === undefined ? undefined : t`${durationText(step.shift)} behind its caller’s, corrected`,
    ),
    fact(t`After the previous step`, since === undefined ? undefined : durationText(since)),
    fact(t`Took`, duration === undefined ? undefined : durationText(duration)),
    fact(t`Confidence`, confidence === undefined ? undefined : `${confidence}, ${confidenceBand(confidence)}`),
    fact(t`Used`, usageText(step.effects)),
    fact(t`Problems`, problemsText(problems)),
    fact(t`Told by`, envelopes.length === 1 ? t`1 envelope` : t`${formatNumber(envelopes.length)} envelopes`),
    fact(t`Also in`, filesOf(copies)),
    fact(t`Repeats`, step.isRepeated ? t`a step of an earlier run` : undefined),
    fact(t`In place of`, step.replaces === undefined ? undefined : t`step ${step.replaces + 1}, which was edited`),
  );
}

/** Lists the files of copies: `one.json, two.json and 3 more`. */
function filesOf(copies: readonly EnvelopeLocation[] = []): string | undefined {
  const uris = [...new Set(copies.map(({ uri }) => uri))];
  return uris.length === 0 ? undefined : someOf(uris, uri => plain(fileNameOf(uri), 60), 3);
}

/** Returns the total usage in a step's effects: `1,200 tokens, $0.03`. */
export function usageText(effects: readonly Effect[]): string | undefined {
  const used = effects.filter(effect => effect.do === 'usage');
  const tokens = used.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  const cost = used.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const words = [
    tokens > 0 && (tokens === 1 ? t`1 token` : t`${formatNumber(tokens)} tokens`),
    cost > 0 && costText(cost),
  ].filter(Boolean);
  return words.length > 0 ? words.join(', ') : undefined;
}
