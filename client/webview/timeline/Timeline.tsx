import { useMemo, useRef } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { BarTooltip } from './BarTooltip';
import { readPalette } from './canvas/palette';
import { useThemeChange } from './canvas/useThemeChange';
import { Minimap } from './minimap/Minimap';
import { Playhead } from './Playhead';
import { createScene } from './scene';
import { TimelineAxis } from './TimelineAxis';
import { TimelineData } from './TimelineData';
import { TimelineLanes } from './TimelineLanes';
import { TimelineTools } from './TimelineTools';
import './Timeline.css';

/** The steps in lanes, one per agent, with the playhead. */
export function Timeline() {
  const replay = useReplayModel();
  const scene = useMemo(() => createScene(replay), [replay]);
  const section = useRef<HTMLElement>(null);
  useThemeChange(() => {
    if (!section.current) return;
    const palette = readPalette(section.current);
    section.current.style.setProperty('--bright', palette.bright);
    scene.palette.value = palette;
  });
  return (
    <section ref={section} class="timeline" aria-label="Timeline" data-testid="timeline">
      <TimelineData scene={scene} />
      <div class="timeline-main">
        <TimelineTools />
        <TimelineAxis scene={scene} />
        <TimelineLanes scene={scene} />
        <Playhead scene={scene} />
      </div>
      <Minimap scene={scene} />
      <BarTooltip scene={scene} />
    </section>
  );
}
