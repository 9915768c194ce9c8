import type { Effect, EnvelopeLocation, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { TreeNode } from '../../shared/lspExtensions';
import { durationText } from '../../shared/times';
import { fileNameOf } from '../../text/decodeUri';
import { formatInstant } from '../../text/parseTime';
import { confidenceBand } from '../envelopeSummary';
import { shownEffects } from './effectTreeNode';
import { problemsBelow, problemsText, withProblems } from './problemCounts';
import { stepIcon } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import { counted, described, fact, plain, timeOfDay, tooltip } from './treeNodeTexts';

/** Returns the tree node of a step: who did what, when, and how long it took. */
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
      step.duration !== undefined && step.duration > 0n && `took ${durationText(step.duration)}`,
      step.confidence !== undefined && `confidence ${step.confidence}`,
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
  return [names, plain(title)].filter(Boolean).join(' · ') || 'step';
}

function beginsWith(title: string, agent: string): boolean {
  return title === agent || title.startsWith(`${agent} `);
}

function tooltipOf({ summary }: IndexedRun, step: Step, since: bigint | undefined): string {
  const { index, title, kind, agent, agentVersion, peer, outcome } = step;
  const { at, duration, confidence, problems, envelopes, copies } = step;
  return tooltip(
    plain(title) || 'step',
    fact('Step', `${index + 1} of ${summary.steps}`),
    fact('Kind', kind),
    fact('Agent', agentVersion === undefined ? agent : [agent, agentVersion].filter(Boolean).join(' ')),
    fact('To', peer),
    fact('Outcome', outcome),
    fact('Failure', failureText(step)),
    fact('Started', at === undefined ? undefined : formatInstant(at)),
    fact('Clock', step.shift === undefined ? undefined : `${durationText(step.shift)} behind its caller’s, corrected`),
    fact('After the previous step', since === undefined ? undefined : durationText(since)),
    fact('Took', duration === undefined ? undefined : durationText(duration)),
    fact('Confidence', confidence === undefined ? undefined : `${confidence}, ${confidenceBand(confidence)}`),
    fact('Used', usageText(step.effects)),
    fact('Problems', problemsText(problems)),
    fact('Told by', counted(envelopes.length, 'envelope')),
    fact('Also in', filesOf(copies)),
    fact('Repeats', step.isRepeated ? 'a step of an earlier run' : undefined),
    fact('In place of', step.replaces === undefined ? undefined : `step ${step.replaces + 1}, which was edited`),
  );
}

/** Lists the files of copies: `one.json, two.json and 3 more`. */
function filesOf(copies: readonly EnvelopeLocation[] = []): string | undefined {
  const names = [...new Set(copies.map(({ uri }) => uri))].map(uri => plain(fileNameOf(uri), 60));
  if (names.length === 0) return undefined;
  const few = names.slice(0, FEW).join(', ');
  return names.length > FEW ? `${few} and ${names.length - FEW} more` : few;
}

const FEW = 3;

/** Returns the total usage in a step's effects: `1,200 tokens, $0.03`. */
export function usageText(effects: readonly Effect[]): string | undefined {
  const used = effects.filter(effect => effect.do === 'usage');
  const tokens = used.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  const cost = used.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const words = [tokens > 0 && counted(tokens, 'token'), cost > 0 && `$${Number(cost.toPrecision(3))}`].filter(Boolean);
  return words.length > 0 ? words.join(', ') : undefined;
}
