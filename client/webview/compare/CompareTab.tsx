import { useReplayModel } from '../model/replayModel';
import { Candidates } from './Candidates';
import { RunComparison } from './RunComparison';

/** Compares this run with another one: first a choice of runs, then both side by side. */
export function CompareTab() {
  const { host, comparedWith } = useReplayModel();
  if (host.is === 'file') return <p class="nothing">Runs can be compared in the editor.</p>;
  const other = comparedWith.value;
  return other === undefined ? <Candidates /> : <RunComparison key={other} other={other} />;
}
