import { render } from 'preact';
import { findHost } from './host/host';
import { createReplay, ReplayProvider } from './model/replayModel';
import { printOnDemand } from './printing/printOnDemand';
import { App } from './shell/App';
import { connect } from './shell/connectHost';
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
const replay = createReplay(host);
const page = document.getElementById('replay');
if (page) {
  render(
    <ReplayProvider value={replay}>
      <App />
    </ReplayProvider>,
    page,
  );
  connect(replay);
  if (host.is === 'file') printOnDemand(host);
}
