import type { DocumentKind, FamilyRules } from '../../model/family';
import type { RegistryDocument } from '../../model/registry';
import type { Draft, Effect, RegistryState } from '../../model/run';
import { currentRunId, FEATURE_RUNS, featureRunId } from '../../registry/featureRunId';
import { decisionsOf, type Handoff, handoffsOf } from '../../registry/handoffs';
import { isFeatureIndex, isRegistry } from '../../registry/isRegistry';
import { readCheckModuleMarkdown } from '../../registry/readCheckModuleMarkdown';
import { readRegistry } from '../../registry/readRegistry';
import { scanRegistryState } from '../../registry/scanRegistryState';
import { hasPlaceholder } from '../../rules/defineRule';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import { t } from '../../shared/l10n';
import { parseInstant } from '../../text/parseTime';
import { createDraft, shortLine } from '../drafts/createDraft';
import duplicateId from './registryRules/duplicateId';
import { registryRules } from './registryRules/index';
import unknownWord from './registryRules/unknownWord';
import returnWithoutInput from './runRules/returnWithoutInput';

/**
 * Reads steps of runs from a state registry, a Markdown file that agents keep: decisions, and notes of one agent to the next. The path of a step
 * names its row or its notes. The path is never empty: with an empty one, the step would have all problems of the registry.
 */
function registrySteps(document: RegistryDocument, state: RegistryState): Draft[] {
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
    // A word that is no workflow of the registry is not the name of a run.
    const isKnown = workflow !== '' && state.workflows.some(({ name }) => name === workflow);
    return createDraft({
      kind: KIND,
      space: FEATURE_RUNS,
      run: isKnown ? featureRunId(state.feature, workflow) : currentRunId(state),
      path: ['decisions', index],
      at: parseInstant(time),
      agent: said(agent),
      title,
      outcome: 'ok',
      effects: [{ do: 'decision', text: title }],
    });
  });
}

// Handoff notes have no time: they follow the last decisions, after which they were written.
function handoffs(document: RegistryDocument, state: RegistryState): Draft[] {
  return handoffsOf(document).flatMap((handoff, index) => {
    const effects = effectsOf(handoff);
    const [first] = effects;
    if (!first) return [];
    const to = said(handoff.to);
    return createDraft({
      kind: KIND,
      space: FEATURE_RUNS,
      run: currentRunId(state),
      path: ['handoffs', index],
      agent: said(handoff.from),
      peer: to,
      title: first.do === 'note' ? first.text : to === undefined ? t`Handoff` : t`Ready for ${to}`,
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

/**
 * The state registry (`index.md`), as a kind of Markdown document with rules of its own. A text is recognised as a registry by its
 * headings, whatever the file's name is.
 */
export const registry: DocumentKind = {
  id: 'workflow-primitives/registry',
  title: t`State registry`,
  rules: registryRules,
  glance: scanRegistryState,
  steps: registrySteps,
  read(markdown, { fileName, isPiece }) {
    if (!isRegistry(markdown)) return undefined;
    return readRegistry(markdown, { whole: !isPiece && (fileName === 'index.md' || isFeatureIndex(markdown)) });
  },
};

/** A module of checks: recognised by a table of checks with ids and tiers. */
export const checkModule: DocumentKind = {
  id: 'workflow-primitives/check-module',
  title: t`Check module`,
  rules: [unknownWord, duplicateId],
  read: readCheckModuleMarkdown,
};

/** The rules and the kinds of documents of workflow-primitives. */
export default {
  runRules: [iterationGoesBack, returnWithoutInput],
  documents: [registry, checkModule],
} satisfies FamilyRules;
