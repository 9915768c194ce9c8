import add from '@vscode/codicons/src/icons/add.svg';
import arrowBoth from '@vscode/codicons/src/icons/arrow-both.svg';
import arrowRight from '@vscode/codicons/src/icons/arrow-right.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import chevronUp from '@vscode/codicons/src/icons/chevron-up.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import code from '@vscode/codicons/src/icons/code.svg';
import comment from '@vscode/codicons/src/icons/comment.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import dashboard from '@vscode/codicons/src/icons/dashboard.svg';
import debugPause from '@vscode/codicons/src/icons/debug-pause.svg';
import debugRestart from '@vscode/codicons/src/icons/debug-restart.svg';
import debugStepBack from '@vscode/codicons/src/icons/debug-step-back.svg';
import debugStepInto from '@vscode/codicons/src/icons/debug-step-into.svg';
import debugStepOut from '@vscode/codicons/src/icons/debug-step-out.svg';
import debugStepOver from '@vscode/codicons/src/icons/debug-step-over.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import ellipsis from '@vscode/codicons/src/icons/ellipsis.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import exported from '@vscode/codicons/src/icons/export.svg';
import eye from '@vscode/codicons/src/icons/eye.svg';
import file from '@vscode/codicons/src/icons/file.svg';
import filter from '@vscode/codicons/src/icons/filter.svg';
import fold from '@vscode/codicons/src/icons/fold.svg';
import gitCompare from '@vscode/codicons/src/icons/git-compare.svg';
import goToFile from '@vscode/codicons/src/icons/go-to-file.svg';
import graph from '@vscode/codicons/src/icons/graph.svg';
import history from '@vscode/codicons/src/icons/history.svg';
import hubot from '@vscode/codicons/src/icons/hubot.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import issues from '@vscode/codicons/src/icons/issues.svg';
import json from '@vscode/codicons/src/icons/json.svg';
import law from '@vscode/codicons/src/icons/law.svg';
import lightbulb from '@vscode/codicons/src/icons/lightbulb.svg';
import link from '@vscode/codicons/src/icons/link.svg';
import linkExternal from '@vscode/codicons/src/icons/link-external.svg';
import listTree from '@vscode/codicons/src/icons/list-tree.svg';
import lock from '@vscode/codicons/src/icons/lock.svg';
import note from '@vscode/codicons/src/icons/note.svg';
import pass from '@vscode/codicons/src/icons/pass.svg';
import person from '@vscode/codicons/src/icons/person.svg';
import play from '@vscode/codicons/src/icons/play.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import record from '@vscode/codicons/src/icons/record.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import remove from '@vscode/codicons/src/icons/remove.svg';
import reply from '@vscode/codicons/src/icons/reply.svg';
import screenFull from '@vscode/codicons/src/icons/screen-full.svg';
import search from '@vscode/codicons/src/icons/search.svg';
import sparkle from '@vscode/codicons/src/icons/sparkle.svg';
import zap from '@vscode/codicons/src/icons/symbol-event.svg';
import symbolKey from '@vscode/codicons/src/icons/symbol-key.svg';
import sync from '@vscode/codicons/src/icons/sync.svg';
import syncIgnored from '@vscode/codicons/src/icons/sync-ignored.svg';
import tools from '@vscode/codicons/src/icons/tools.svg';
import unfold from '@vscode/codicons/src/icons/unfold.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import watch from '@vscode/codicons/src/icons/watch.svg';
import wordWrap from '@vscode/codicons/src/icons/word-wrap.svg';
import zoomIn from '@vscode/codicons/src/icons/zoom-in.svg';
import zoomOut from '@vscode/codicons/src/icons/zoom-out.svg';

export type IconName = keyof typeof icons;

/** Shows an icon next to a text, or in a button with a label. It is hidden from screen readers, since the text says the same. */
export function Icon({ name, tone }: { name: IconName; tone?: string }) {
  // Trusted markup from the bundle, never from a run.
  return (
    <span class={tone ? `icon ${tone}` : 'icon'} aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons[name] }} />
  );
}

/** The icons of the page, as SVG in the surrounding text colour. */
export const icons = {
  add: add,
  'arrow-both': arrowBoth,
  'arrow-right': arrowRight,
  check: check,
  'chevron-down': chevronDown,
  'chevron-right': chevronRight,
  'chevron-up': chevronUp,
  'circle-slash': circleSlash,
  close: close,
  code: code,
  comment: comment,
  copy: copy,
  dashboard: dashboard,
  'debug-pause': debugPause,
  'debug-restart': debugRestart,
  'debug-step-back': debugStepBack,
  'debug-step-into': debugStepInto,
  'debug-step-out': debugStepOut,
  'debug-step-over': debugStepOver,
  edit: edit,
  ellipsis: ellipsis,
  error: error,
  export: exported,
  eye: eye,
  file: file,
  filter: filter,
  fold: fold,
  'git-compare': gitCompare,
  'go-to-file': goToFile,
  graph: graph,
  history: history,
  hubot: hubot,
  info: info,
  issues: issues,
  json: json,
  law: law,
  lightbulb: lightbulb,
  link: link,
  'link-external': linkExternal,
  'list-tree': listTree,
  lock: lock,
  note: note,
  pass: pass,
  person: person,
  play: play,
  question: question,
  record: record,
  refresh: refresh,
  remove: remove,
  reply: reply,
  'screen-full': screenFull,
  search: search,
  sparkle: sparkle,
  zap: zap,
  'symbol-key': symbolKey,
  sync: sync,
  'sync-ignored': syncIgnored,
  tools: tools,
  unfold: unfold,
  warning: warning,
  watch: watch,
  'word-wrap': wordWrap,
  'zoom-in': zoomIn,
  'zoom-out': zoomOut,
} as const;
