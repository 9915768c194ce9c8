import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { colourOfLane, laneColour } from '../ui/laneColour';
import { barTooltip } from './barTexts';
import type { Scene } from './scene';
import './BarTooltip.css';

const REST = 150;

/** The tooltip of the bar under the pointer, once it rests. */
export function BarTooltip({ scene }: { scene: Scene }) {
  const { hovered } = scene;
  const [shown, show] = useState<typeof hovered.value>(undefined);
  const now = hovered.value;
  useEffect(() => {
    if (!now) {
      show(undefined);
      return;
    }
    const timer = setTimeout(() => show(now), REST);
    return () => clearTimeout(timer);
  }, [now]);
  return now && shown ? <Tip scene={scene} shown={shown} /> : null;
}

function Tip({ scene, shown }: { scene: Scene; shown: NonNullable<Scene['hovered']['value']> }) {
  const { answers, timeline } = useReplayModel();
  const { bar, lane } = shown.hit;
  const { value: view } = useAnswer(answers, 'step', bar.count === 1 ? { step: bar.step } : undefined);
  const { name = '', icon } = scene.timeline.value?.lanes.find(one => one.lane === lane) ?? {};
  const { title, rows } = barTooltip(bar, [timeline.lanesBy.value, name], view);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const { width, height } = box.current.getBoundingClientRect();
    const left = Math.max(4, Math.min(shown.x + 12, innerWidth - width - 4));
    const below = shown.y + 18;
    const top = below + height > innerHeight ? Math.max(4, shown.y - height - 10) : below;
    box.current.style.transform = `translate(${left}px, ${top}px)`;
  });
  return (
    <div
      ref={box}
      class={`timeline-tip ${laneColour(colourOfLane(lane, icon))}`}
      role="tooltip"
      data-testid="timeline-tip"
    >
      <div class="timeline-tip-title">
        <i class="dot" />
        <span dir="auto">{title}</span>
      </div>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            {name && <dt>{name}</dt>}
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
