import type { RegistryDocument } from '../../../model/registryDocument';
import type { Draft, Effect, RegistryState } from '../../../model/run';
import { decisionsOf } from '../../../registry/decisions';
import { currentRun, FEATURE_RUNS, featureRun } from '../../../registry/featureRun';
import { type Handoff, handoffsOf } from '../../../registry/handoffs';
import { hasPlaceholder } from '../../../rules/isPlaceholder';
import { parseInstant } from '../../../text/time/instant';
import { draftOf, joinLines, shortLine } from '../../drafts/draft';

/**
 * The steps that a registry records of its feature's runs: decisions, and notes of one agent to the next. Their paths
 * lead to the row or the notes; they are never empty, so that the registry's problems are not counted for each step.
 */
export function registrySteps(document: RegistryDocument, state: RegistryState): Draft[] {
  if (state.feature === '') return [];
  const description = descriptionOf(document);
  const drafts = [...decisions(document, state), ...handoffs(document, state)];
  for (const draft of drafts) draft.about = description ?? shortLine(draft.run) ?? state.feature;
  return drafts;
}

function descriptionOf({ sections }: RegistryDocument): string | undefined {
  const fields = sections.flatMap(({ definition, fields }) => (definition.id === 'metadata' ? fields : []));
  return said(fields.find(({ definition }) => definition?.name === 'Original Description')?.text ?? '');
}

const KIND = 'workflow-primitives/registry';

function decisions(document: RegistryDocument, state: RegistryState): Draft[] {
  return decisionsOf(document).flatMap(({ time, workflow, agent, text }, index) => {
    const title = said(text);
    if (title === undefined) return [];
    // A word that is no workflow of the registry names no run.
    const isKnown = workflow !== '' && state.workflows.some(({ name }) => name === workflow);
    return draftOf({
      kind: KIND,
      space: FEATURE_RUNS,
      run: isKnown ? featureRun(state.feature, workflow) : currentRun(state),
      path: ['decisions', index],
      at: parseInstant(time),
      agent: said(agent),
      title,
      outcome: 'ok',
      effects: [{ do: 'decision', text: title }],
    });
  });
}

// They have no time: written after the last decisions, they follow these.
function handoffs(document: RegistryDocument, state: RegistryState): Draft[] {
  return handoffsOf(document).flatMap((handoff, index) => {
    const effects = effectsOf(handoff);
    const [first] = effects;
    if (!first) return [];
    const to = said(handoff.to);
    return draftOf({
      kind: KIND,
      space: FEATURE_RUNS,
      run: currentRun(state),
      path: ['handoffs', index],
      agent: said(handoff.from),
      peer: to,
      title: first.do === 'note' ? first.text : (joinLines(' ', 'Ready for', to) ?? 'Handoff'),
      outcome: 'ok',
      effects,
    });
  });
}

function effectsOf({ to, notes }: Handoff): Effect[] {
  const next = said(to);
  return [
    ...notes.flatMap(({ text }): Effect[] => {
      const note = said(text.replace(/\*\*|`/g, ''));
      return note === undefined ? [] : [{ do: 'note', text: note }];
    }),
    ...(next === undefined ? [] : [{ do: 'handoff', to: next } as const]),
  ];
}

function said(text: string): string | undefined {
  return hasPlaceholder(text) ? undefined : shortLine(text);
}
