import { t } from '../../../server/src/shared/l10n';
import type { FoundText } from '../../../server/src/shared/lspExtensions';
import { foundWords } from '../../../server/src/shared/shownText';
import { moveFocus } from '../ui/moveFocus';
import type { RunsModel } from './runsModel';
import { runHash } from './runUrlHash';
import './FoundSteps.css';

/** Shows the results of a search in the messages of workflow runs: each matching step with the text around the words. */
export function FoundSteps({ model }: { model: RunsModel }) {
  const { steps, query } = model;
  if (query.value.trim() !== '' && !steps.value) return <p class="nothing">{t`Searching…`}</p>;
  const { matches = [], next, total, fault } = steps.value ?? {};
  if (fault !== undefined) return <p class="nothing">{fault}</p>;
  if (total === undefined && next === undefined)
    return <p class="nothing">{t`Type words to find the steps in which they were said.`}</p>;
  if (matches.length === 0 && next === undefined)
    return <p class="nothing">{t`No step says this. Words are searched for; keys such as status: choose the runs.`}</p>;
  return (
    <>
      <ul class="found-steps" data-testid="found-steps" onKeyDown={event => moveFocus(event, '.found-link')}>
        {matches.map((match, place) => (
          <Found key={place} match={match} />
        ))}
      </ul>
      {next !== undefined && (
        <p class="runs-more">
          <button type="button" class="button secondary" data-testid="more-steps" onClick={() => model.moreSteps()}>
            {t`Search on`}
          </button>
        </p>
      )}
    </>
  );
}

function Found({ match }: { match: FoundText }) {
  const { text, marks, about, opens } = match;
  const said = <Marked text={text} marks={marks} />;
  return (
    <li class="found-step" data-testid="found-step">
      {opens ? (
        <a class="found-link" href={runHash({ ...opens, find: foundWords({ text, marks }) })} dir="auto">
          {said}
        </a>
      ) : (
        said
      )}
      <div class="quiet">
        <bdi>{about}</bdi>
        {opens && ` · ${t`step ${opens.step + 1}`}`}
      </div>
    </li>
  );
}

/** A text with the searched words marked. */
function Marked({ text, marks }: Pick<FoundText, 'text' | 'marks'>) {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], place) => (
        <span key={start}>
          {text.slice(ends[place], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
