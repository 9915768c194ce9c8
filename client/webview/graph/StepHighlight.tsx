import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GraphState, ReplayGraph } from '../../../server/src/shared/lspExtensions';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import type { GraphLayout } from './curves';
import { currentEdgeLabel, nodeText } from './graphTexts';

interface StepHighlightProps {
  graph: ReplayGraph;
  layout: GraphLayout;
  panel: { current: Element | null };
  /** Scrolls an agent's node of the graph into view. */
  reveal(node: number): void;
}

/**
 * Highlights the agents and hand-offs of the shown step in the graph of agents. Changes the existing drawing, so that the graph is not drawn
 * again for each step.
 */
export function StepHighlight({ graph, layout, panel, reveal }: StepHighlightProps) {
  const { answers, step } = useReplayModel();
  const { value: now } = useAnswer(answers, 'graphAt', { step: step.value });
  const { value: view, fresh } = useAnswer(answers, 'step', { step: step.value });
  const drawn = useRef<
    { graph: ReplayGraph; layout: GraphLayout; elements: GraphElements; state?: GraphState } | undefined
  >(undefined);
  useLayoutEffect(() => {
    if (!panel.current) return;
    if (drawn.current?.graph !== graph || drawn.current.layout !== layout) {
      drawn.current = { graph, layout, elements: graphElements(panel.current) };
    }
    const { elements, state } = drawn.current;
    if (!now || state === now || now.nodes.length !== graph.nodes.length) return;
    highlightStep({ elements, graph, layout, before: state, now });
    drawn.current.state = now;
    if (now.node !== undefined && now.node !== state?.node) reveal(now.node);
  }, [graph, layout, now]);
  useLayoutEffect(() => {
    const label = drawn.current?.elements.label;
    if (label) label.textContent = currentEdgeLabel(step.value, fresh ? view?.confidence : undefined);
  }, [step.value, view, fresh, layout]);
  return null;
}

/** The elements of a drawing that change from step to step. */
interface GraphElements {
  nodes: SVGGElement[];
  edges: SVGGElement[];
  lit: SVGGElement | null;
  label: SVGTextElement | null;
}

function graphElements(panel: Element): GraphElements {
  return {
    nodes: [...panel.querySelectorAll<SVGGElement>('[data-node]')],
    edges: [...panel.querySelectorAll<SVGGElement>('[data-edge]')],
    lit: panel.querySelector<SVGGElement>('.edge-lit'),
    label: panel.querySelector<SVGTextElement>('.lit-label'),
  };
}

interface HighlightStepOptions {
  elements: GraphElements;
  graph: ReplayGraph;
  layout: GraphLayout;
  /** The shown state; undefined at first. */
  before: GraphState | undefined;
  now: GraphState;
}

/** Updates a drawing to a step; touches only what changes. */
function highlightStep({ elements, graph, layout, before, now }: HighlightStepOptions): void {
  for (const [index, element] of elements.nodes.entries()) {
    const [node, count] = [graph.nodes[index], now.nodes[index] ?? 0];
    if (!node || (before && before.nodes[index] === count)) continue;
    element.classList.toggle('not-yet', count === 0);
    setText(element.querySelector('.node-count'), count === 0 ? '' : String(count));
    const words = nodeText(node, count);
    element.setAttribute('aria-label', words);
    setText(element.querySelector('title'), words);
  }
  for (const [index, element] of elements.edges.entries()) {
    const count = now.edges[index] ?? 0;
    if (before && before.edges[index] === count) continue;
    element.classList.toggle('not-yet', count === 0);
    // A single handoff is shown by the line itself; on a back edge it is a round.
    const isTold = count > 1 || (count === 1 && layout.edges[index]?.back);
    setText(element.querySelector('.edge-count'), isTold ? `×${count}` : '');
  }
  if (before?.node !== now.node || !before) {
    for (const [node, isActive] of [
      [before?.node, false],
      [now.node, true],
    ] as const) {
      const element = node === undefined ? undefined : elements.nodes[node];
      element?.classList.toggle('active', isActive);
      if (isActive) element?.setAttribute('aria-current', 'step');
      else element?.removeAttribute('aria-current');
    }
  }
  if (before?.edge !== now.edge || !before) {
    if (before?.edge !== undefined) elements.edges[before.edge]?.classList.remove('lit');
    lightEdge(elements, layout, now.edge);
  }
}

/** Draws the lit edge as an extra line on top: if the edge itself were moved there, it would lose the focus. */
function lightEdge({ lit, label, edges }: GraphElements, layout: GraphLayout, edge: number | undefined): void {
  const own = edge === undefined ? undefined : edges[edge];
  own?.classList.add('lit');
  for (const selector of ['.edge-line', '.edge-arrow']) {
    lit?.querySelector(selector)?.setAttribute('d', own?.querySelector(selector)?.getAttribute('d') ?? '');
  }
  lit?.classList.toggle('back', own?.classList.contains('back') === true);
  const place = edge === undefined ? undefined : layout.edges[edge]?.label;
  label?.setAttribute('x', String(place?.x ?? 0));
  label?.setAttribute('y', String(place?.y ?? 0));
  if (label && place) label.style.textAnchor = place.anchor;
  label?.classList.toggle('shown', place !== undefined);
}

function setText(element: Element | null, text: string): void {
  if (element) element.textContent = text;
}
