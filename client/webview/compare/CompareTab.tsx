import { useReplayModel } from '../model/replayModel';
import { Candidates } from './Candidates';
import { RunComparison } from './RunComparison';

/** This run held against another one: chosen first, then side by side. */
export function CompareTab() {
  const { host, comparedWith } = useReplayModel();
  if (host.is === 'file') return <p class="nothing">Runs can be compared in the editor.</p>;
  const other = comparedWith.value;
  return other === undefined ? <Candidates /> : <RunComparison key={other} other={other} />;
}
