import { useMemo, useRef } from 'preact/hooks';
import { useReplay } from '../model/replayModel';
import { BarTooltip } from './BarTooltip';
import { readPalette } from './canvas/palette';
import { useTheme } from './canvas/useThemeChange';
import { Minimap } from './minimap/Minimap';
import { Playhead } from './Playhead';
import { createScene } from './scene';
import { TimelineAxis } from './TimelineAxis';
import { Asks } from './TimelineData';
import { TimelineLanes } from './TimelineLanes';
import { TimelineTools } from './TimelineTools';

/** The steps in lanes, one for each agent, and the playhead that goes over them. */
export function Timeline() {
  const replay = useReplay();
  const scene = useMemo(() => createScene(replay), [replay]);
  const section = useRef<HTMLElement>(null);
  useTheme(() => {
    if (!section.current) return;
    const palette = readPalette(section.current);
    section.current.style.setProperty('--bright', palette.bright);
    scene.palette.value = palette;
  });
  return (
    <section ref={section} class="timeline" aria-label="Timeline" data-testid="timeline">
      <Asks scene={scene} />
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
