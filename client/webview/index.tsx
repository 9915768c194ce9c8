import { render } from 'preact';
import { findHost } from './host/host';
import { createReplayModel, ReplayModelProvider } from './model/replayModel';
import { printOnDemand } from './printing/printOnDemand';
import { App } from './shell/App';
import { connectHost } from './shell/connectHost';
import './styles/base.css';
import './styles/lanes.css';
import './styles/shell.css';
import './styles/timeline.css';
import './styles/tabs.css';
import './styles/graph.css';
import './styles/compare.css';
import './styles/exporting.css';
import './styles/forcedColors.css';
import './styles/printing.css';

const host = findHost();
const replay = createReplayModel(host);
const page = document.getElementById('replay');
if (page) {
  render(
    <ReplayModelProvider value={replay}>
      <App />
    </ReplayModelProvider>,
    page,
  );
  connectHost(replay);
  if (host.is === 'file') printOnDemand(host);
}
