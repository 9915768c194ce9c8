import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { ExportForm } from './ExportForm';
import '../compare/changeSign.css';
import '../ui/dialog.css';
import './ExportDialog.css';

/** Asks for the format of an export, and for what to redact in it. */
export function ExportDialog() {
  const { dialog, host } = useReplayModel();
  return dialog.value === 'export' && host.is === 'editor' ? <Modal /> : null;
}

function Modal() {
  const { dialog } = useReplayModel();
  const element = useRef<HTMLDialogElement>(null);
  const close = () => {
    if (dialog.value === 'export') dialog.value = undefined;
  };
  useLayoutEffect(() => {
    const before = document.activeElement;
    const modal = element.current;
    modal?.showModal();
    return () => {
      // Elements behind an open modal dialog can't have the focus, and removing one does not restore it.
      modal?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="export-dialog"
      aria-labelledby="export-title"
      data-testid="export"
      onCancel={close}
      onClose={close}
    >
      <ExportForm close={() => element.current?.close()} />
    </dialog>
  );
}
