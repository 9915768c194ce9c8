;; What an editor does, in Emacs with eglot and the configuration of docs/editors: prints what it got as JSON. Run in a copy of the sample.
;; -*- lexical-binding: t; -*-
(load (getenv "TEST_CONFIG"))
(require 'json)
(setq eglot-sync-connect 120 eglot-connect-timeout 120 eglot-autoshutdown nil eglot-confirm-server-initiated-edits nil)
(fset 'y-or-n-p (lambda (&rest _) t))
(fset 'yes-or-no-p (lambda (&rest _) t))
(setq make-backup-files nil create-lockfiles nil)

(defun test-fail (what) (princ (format "No %s.\n" what) #'external-debugging-output) (kill-emacs 1))

(defun test-wait (what condition)
  (let ((tries 0))
    (while (not (funcall condition))
      (setq tries (1+ tries))
      (when (> tries 2400) (test-fail what))
      (accept-process-output nil 0.05))))

(let* ((command (cdr (assoc 'js-mode (mapcar (lambda (one) (cons (if (listp (car one)) (caar one) (car one)) (cdr one)))
                                             eglot-server-programs))))
       (folder default-directory)
       (result (list (cons 'command (vconcat command)))))
  (find-file "messages/broken.json")
  (let ((server (eglot (list major-mode) (cons 'transient default-directory) 'eglot-lsp-server
                       (split-string (getenv "TEST_COMMAND") "\n") "json")))
    ;; Diagnostics of a broken envelope.
    (test-wait "diagnostics" (lambda () (flymake-diagnostics)))
    (let ((before (length (flymake-diagnostics))))
      (push (cons 'diagnostics (vconcat (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))) result)
      ;; Hover and completion.
      (goto-char (point-min))
      (search-forward "\"confide")
      (let ((hover (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams) :timeout 120)))
        (push (cons 'hover (plist-get (plist-get hover :contents) :value)) result))
      (goto-char (- (point) 8))
      (let ((listed (jsonrpc-request server :textDocument/completion (eglot--TextDocumentPositionParams) :timeout 120)))
        (push (cons 'completions (length (if (vectorp listed) listed (plist-get listed :items)))) result))
      ;; A quick fix, applied.
      (let* ((actions (jsonrpc-request
                       server :textDocument/codeAction
                       (list :textDocument (eglot--TextDocumentIdentifier)
                             :range (list :start (eglot--pos-to-lsp-position (point-min))
                                          :end (eglot--pos-to-lsp-position (point-max)))
                             :context (list :diagnostics [] :only ["quickfix"]))
                       :timeout 120))
             (chosen (seq-find (lambda (action) (eq t (plist-get action :isPreferred))) actions)))
        (unless chosen (test-fail "preferred fix"))
        (unless (plist-get chosen :edit)
          (setq chosen (jsonrpc-request server :codeAction/resolve chosen :timeout 120)))
        (eglot--apply-workspace-edit (plist-get chosen :edit))
        (push (cons 'fix (plist-get chosen :title)) result))
      (eglot--signal-textDocument/didChange)
      (test-wait "fewer diagnostics" (lambda () (< (length (flymake-diagnostics)) before))))
    ;; A rename.
    (find-file (expand-file-name (getenv "TEST_LOG") folder))
    (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
    (test-wait "editing" #'eglot-managed-p)
    (goto-char (point-min))
    (search-forward (getenv "TEST_ID"))
    (backward-char 2)
    (eglot--apply-workspace-edit
     (jsonrpc-request server :textDocument/rename
                      (append (eglot--TextDocumentPositionParams) (list :newName "renamed_in_emacs")) :timeout 120))
    (goto-char (point-min))
    (push (cons 'renamed (if (search-forward "renamed_in_emacs" nil t) t :json-false)) result)
    (princ (json-encode result))
    (ignore-errors (eglot-shutdown server))))
