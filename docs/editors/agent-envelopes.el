;;; agent-envelopes.el --- Agent Envelopes in Emacs 28 or newer, with eglot  -*- lexical-binding: t; -*-

;; Load this file, then call `eglot' in a file with envelopes; or add `eglot-ensure' to the hooks of the modes below.

(require 'eglot)

(add-to-list 'eglot-server-programs
             '((js-mode js-json-mode json-mode json-ts-mode markdown-mode yaml-mode yaml-ts-mode)
               . ("agent-envelopes" "lsp" "--stdio")))

;; Lines of a log are JSON.
(add-to-list 'auto-mode-alist '("\\.\\(?:jsonl\\|ndjson\\)\\'" . js-mode))

(provide 'agent-envelopes)
