import './pageLanguage';
import './styles/base.css';
import './styles/lanes.css';
import { render } from 'preact';
import { createReplayModel, ReplayModelProvider } from './model/replayModel';
import { renderForPrint } from './renderForPrint';
import { selectHost } from './selectHost';
import { App } from './shell/App';
import { connectHost } from './shell/connectHost';
import './styles/forcedColors.css';

// Starts the page that replays a workflow run: renders it, and connects it to the editor or the exported file that has the run.
const host = selectHost();
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
  if (host.is === 'file') renderForPrint(host);
}
