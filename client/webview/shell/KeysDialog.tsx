import { useEffect, useRef } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { availableCommands, type Command } from './commands';
import '../ui/dialog.css';
import './bar.css';
import './KeysDialog.css';

const GROUPS: readonly Command['group'][] = ['Play', 'Go to', 'Timeline', 'Show'];

/** All keyboard shortcuts, grouped by subject. */
export function KeysDialog() {
  const { dialog, host } = useReplayModel();
  const element = useRef<HTMLDialogElement>(null);
  const isOpen = dialog.value === 'keys';
  useEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  const close = () => {
    if (dialog.value === 'keys') dialog.value = undefined;
  };
  return (
    <dialog ref={element} class="keys-dialog" aria-labelledby="keys-title" onCancel={close} onClose={close}>
      <div class="dialog-head">
        <h2 id="keys-title">Keys</h2>
        <button type="button" class="plain-button" onClick={close}>
          Close
        </button>
      </div>
      {isOpen && (
        <div class="key-groups">
          {GROUPS.map(group => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {availableCommands(host)
                  .filter(command => command.group === group)
                  .map(({ title, keys }) => (
                    <div key={title}>
                      <dt>
                        {keys.map(key => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{title}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      )}
    </dialog>
  );
}
