import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GraphState, ReplayGraph } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { currentNodeLabel } from './graphTexts';
import { type GraphElements, graphElements, highlightStep } from './highlightStep';
import type { GraphLayout } from './layout/graphLayout';

interface StepHighlightProps {
  graph: ReplayGraph;
  layout: GraphLayout;
  panel: { current: Element | null };
  /** Scrolls a node into view. */
  reveal(node: number): void;
}

/** Applies a step's changes to a drawing. Renders nothing itself, so a step renders nothing again. */
export function StepHighlight({ graph, layout, panel, reveal }: StepHighlightProps) {
  const { answers, step } = useReplayModel();
  const { value: now } = useAnswer(answers, 'graphAt', { step: step.value });
  const { value: view, fresh } = useAnswer(answers, 'step', { step: step.value });
  const drawn = useRef<
    { graph: ReplayGraph; layout: GraphLayout; parts: GraphElements; state?: GraphState } | undefined
  >(undefined);
  useLayoutEffect(() => {
    if (!panel.current) return;
    if (drawn.current?.graph !== graph || drawn.current.layout !== layout) {
      drawn.current = { graph, layout, parts: graphElements(panel.current) };
    }
    const { parts, state } = drawn.current;
    if (!now || state === now || now.nodes.length !== graph.nodes.length) return;
    highlightStep({ parts, graph, layout, before: state, now });
    drawn.current.state = now;
    if (now.node !== undefined && now.node !== state?.node) reveal(now.node);
  }, [graph, layout, now]);
  useLayoutEffect(() => {
    const label = drawn.current?.parts.label;
    if (label) label.textContent = currentNodeLabel(step.value, fresh ? view?.confidence : undefined);
  }, [step.value, view, fresh, layout]);
  return null;
}
