import { ExportDialog } from '../exporting/ExportDialog';
import { useReplay } from '../model/replayModel';
import { Timeline } from '../timeline/Timeline';
import { useMedia } from '../ui/useMedia';
import { Header } from './header/Header';
import { KeysDialog } from './KeysDialog';
import { Side } from './layout/Side';
import { Split } from './layout/SplitPane';
import { StackedTabs } from './layout/StackedTabs';
import { Tabs } from './layout/StepTabs';
import { Transport } from './transport/Transport';
import { useKeys } from './useShortcuts';

/** Narrower pages have one column. */
const ONE_COLUMN = '(width < 800px)';

/** The whole page. */
export function App() {
  const replay = useReplay();
  const isNarrow = useMedia(ONE_COLUMN);
  useKeys(replay);
  if (!replay.overview.value) return <Nothing />;
  if (replay.overview.value.run.steps === 0) return <Empty />;
  return (
    <div class="page">
      <Header />
      <Split name="Timeline" direction="down" size={236} share={1 / 3} least={84} rest={200}>
        <Timeline />
        <div class="below">
          <Transport />
          {isNarrow ? (
            <StackedTabs />
          ) : (
            <Split name="Handoffs and steps" direction="across" size={400} share={2 / 5} least={200} rest={360}>
              <Side />
              <Tabs />
            </Split>
          )}
        </div>
      </Split>
      <KeysDialog />
      <ExportDialog />
      <div class="read-aloud" role="status" aria-live="polite">
        {replay.said}
      </div>
    </div>
  );
}

function Nothing() {
  const { nothing } = useReplay();
  return (
    <p class="nothing" role="status" data-testid="nothing">
      {nothing.value ?? 'Reading the run…'}
    </p>
  );
}

/** A run that only its registry tells of. */
function Empty() {
  return (
    <div class="page">
      <Header />
      <p class="nothing" data-testid="nothing">
        No step of this run is known: no envelope tells of one.
      </p>
    </div>
  );
}
