;;; e2e.el --- Uses skills-ls in Emacs with its own eglot  -*- lexical-binding: t; -*-

;; usage: emacs -Q --batch -l CONFIG -l e2e.el PROJECT
;; CONFIG is what docs/editors.md says to write into init.el.

(require 'cl-lib)
(require 'eglot)
(require 'flymake)

(setq eglot-sync-connect 10
      eglot-send-changes-idle-time 0
      flymake-no-changes-timeout 0.1
      create-lockfiles nil
      make-backup-files nil
      enable-local-variables nil
      native-comp-jit-compilation nil)

(defvar e2e-failed nil)
(defvar e2e-name (format "emacs %s" emacs-version))

(defun e2e-await (what condition)
  "Wait until CONDITION holds and return what it returns, or fail with WHAT."
  (let ((end (+ (float-time) 30)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or value (error "Timed out: %s" what))))

(defmacro e2e-test (what &rest body)
  "Run BODY as the test WHAT, and print how it went."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (princ (format "ok   %s: %s\n" e2e-name ,what)))
     (error (setq e2e-failed t)
            (princ (format "FAIL %s: %s: %s\n" e2e-name ,what
                           (string-replace "\n" "\\n" (error-message-string problem)))))))

(defun e2e-finding (part)
  "Return the finding whose text has PART, or nil."
  (cl-find-if (lambda (found) (string-search part (flymake-diagnostic-text found)))
              (flymake-diagnostics)))

(let ((project (car command-line-args-left)))
  (setq command-line-args-left nil)
  (find-file (expand-file-name ".agents/skills/code-review/SKILL.md" project))

  (e2e-test "attaches to a skill"
    (cl-assert (eq major-mode 'skills-md-mode))
    (run-hooks 'post-command-hook)      ; where eglot waits for a command to end
    (e2e-await "the server" #'eglot-managed-p)
    (flymake-mode 1)
    (flymake-start))

  (e2e-test "shows a diagnostic"
    (let ((found (e2e-await "the diagnostic" (lambda () (e2e-finding "invalid name")))))
      (cl-assert (= 2 (line-number-at-pos (flymake-diagnostic-beg found))))))

  (e2e-test "applies the fix of a diagnostic"
    (let* ((found (e2e-finding "invalid name"))
           (action (cl-find-if (lambda (action) (string-search "\"code-review\"" (plist-get action :title)))
                               (eglot-code-actions (flymake-diagnostic-beg found) (flymake-diagnostic-end found)
                                                   "quickfix"))))
      (unless action (error "No such fix"))
      (eglot-execute (eglot-current-server) action)
      (goto-char (point-min))
      (cl-assert (search-forward "name: code-review\n" nil t))
      (eglot--signal-textDocument/didChange) ; what Emacs does when it is idle
      (e2e-await "the diagnostic to go" (lambda () (not (e2e-finding "invalid name"))))))

  (e2e-test "completes a mention"
    (goto-char (point-max))
    (insert "Use $rel")
    (completion-at-point)
    (cl-assert (string-suffix-p "Use $release-notes" (buffer-string))))

  (e2e-test "shows a hover"
    (goto-char (point-min))
    (forward-line 2)
    (forward-char 3)
    (let* ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
           (text (plist-get (plist-get answer :contents) :value)))
      (cl-assert (string-search "description" text))))

  (e2e-test "leaves other Markdown alone"
    (set-buffer-modified-p nil)
    (find-file (expand-file-name "notes.md" project))
    (cl-assert (not (eglot-managed-p))))

  (dolist (servers (hash-table-values eglot--servers-by-project))
    (dolist (server servers)
      (ignore-errors (eglot-shutdown server)))))

(kill-emacs (if e2e-failed 1 0))
;;; e2e.el ends here
