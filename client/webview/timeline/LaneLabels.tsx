import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { LanesBy, StepIcon } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { colourOfLane, laneColour } from '../ui/laneColour';
import type { Scene } from './scene';
import './LaneLabels.css';

/** The names of the visible lanes. */
export function LaneLabels({ scene }: { scene: Scene }) {
  const { answers, timeline } = useReplayModel();
  const by = timeline.lanesBy.value;
  const lit = useComputed(() => scene.current.value.lane);
  // Known names are kept while their lanes are scrolled out of view.
  const names = useMemo(() => new Map<number, Name>(), [answers.revision.value, by]);
  for (const { lane, name, nameless, icon, steps } of scene.timeline.value?.lanes ?? []) {
    names.set(lane, { name, steps, nameless: nameless === true, icon });
  }
  const layout = scene.layout.value;
  const scrollTop = scene.scrollTop.value;
  const first = layout.laneAt(scrollTop);
  const last = layout.laneAt(scrollTop + scene.size.value.height);
  const lanes = layout.count === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div class="timeline-labels" role="list" aria-label={`Lanes by ${by}`}>
      {lanes.map(lane => (
        <Label
          key={lane}
          lane={lane}
          by={by}
          count={layout.count}
          named={names.get(lane)}
          isLit={lit.value === lane}
          top={layout.top(lane) - scrollTop}
          height={layout.height(lane)}
        />
      ))}
    </div>
  );
}

interface Name {
  name: string;
  steps: number;
  nameless: boolean;
  icon: StepIcon | undefined;
}

interface LabelProps {
  lane: number;
  by: LanesBy;
  count: number;
  named: Name | undefined;
  isLit: boolean;
  top: number;
  height: number;
}

function Label({ lane, by, count, named, isLit, top, height }: LabelProps) {
  const steps = named && `${named.steps.toLocaleString('en')} ${named.steps === 1 ? 'step' : 'steps'}`;
  return (
    <div
      class={`timeline-label ${laneColour(colourOfLane(lane, named?.icon))} ${isLit ? 'lit' : ''}`}
      role="listitem"
      aria-setsize={count}
      aria-posinset={lane + 1}
      aria-current={isLit ? 'step' : undefined}
      title={named && `${named.name} · ${steps}${named.nameless ? ` that name no ${by}` : ''}`}
      style={{ transform: `translateY(${top}px)`, height: `${height}px` }}
    >
      {named?.icon ? <Icon name={named.icon} tone="lane-icon" /> : <i class="dot" />}
      <span class={named?.nameless ? 'timeline-name quiet' : 'timeline-name'} dir="auto">
        {named?.name}
      </span>
    </div>
  );
}
