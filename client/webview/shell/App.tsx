import { ExportDialog } from '../exporting/ExportDialog';
import { useReplayModel } from '../model/replayModel';
import { Timeline } from '../timeline/Timeline';
import { useMedia } from '../ui/useMedia';
import { Header } from './header/Header';
import { KeysDialog } from './KeysDialog';
import { Side } from './layout/Side';
import { SplitPane } from './layout/SplitPane';
import { StackedTabs } from './layout/StackedTabs';
import { StepTabs } from './layout/StepTabs';
import { Transport } from './transport/Transport';
import { useShortcuts } from './useShortcuts';
import './App.css';

/** Below this width the page has one column. */
const ONE_COLUMN = '(width < 800px)';

/** The whole page. */
export function App() {
  const replay = useReplayModel();
  const isNarrow = useMedia(ONE_COLUMN);
  useShortcuts(replay);
  if (!replay.overview.value) return <Nothing />;
  if (replay.overview.value.run.steps === 0) return <Empty />;
  return (
    <div class="page">
      <Header />
      <SplitPane name="Timeline" direction="down" size={236} share={1 / 3} least={84} rest={200}>
        <Timeline />
        <div class="below">
          <Transport />
          {isNarrow ? (
            <StackedTabs />
          ) : (
            <SplitPane name="Handoffs and steps" direction="across" size={400} share={2 / 5} least={200} rest={360}>
              <Side />
              <StepTabs />
            </SplitPane>
          )}
        </div>
      </SplitPane>
      <KeysDialog />
      <ExportDialog />
      <div class="read-aloud" role="status" aria-live="polite">
        {replay.announcement}
      </div>
    </div>
  );
}

function Nothing() {
  const { emptyReason } = useReplayModel();
  return (
    <p class="nothing" role="status" data-testid="nothing">
      {emptyReason.value ?? 'Reading the run…'}
    </p>
  );
}

/** Shown for a run without steps, known only from its registry. */
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
