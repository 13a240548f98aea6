// The text editor of the page: a small wrapper around CodeMirror 6 for JSON, SQL and plain text. Callers pass errors as
// diagnostics, and the words of their SQL. Positions are UTF-16 code units from the start of the text, as in JavaScript strings. Must not know
// DynamoDB.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { SQLDialect } from "@codemirror/lang-sql";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Colours come from the page's custom properties, so a theme change does not involve the editor.
const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--pk, inherit)" },
  { tag: tags.string, color: "var(--sk, inherit)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--gsk, inherit)" },
  { tag: tags.keyword, color: "var(--accent, inherit)" },
  { tag: [tags.special(tags.string), tags.standard(tags.name)], color: "var(--pk, inherit)" },
  { tag: tags.comment, color: "var(--ink-3, inherit)" },
  { tag: tags.invalid, color: "var(--bad, #c02626)" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--ink, inherit)", backgroundColor: "var(--panel, transparent)", height: "100%", fontSize: "var(--t-m, 13px)" },
  ".cm-scroller": { fontFamily: "var(--mono, monospace)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink, auto)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink, currentColor)" },
  ".cm-gutters": { color: "var(--ink-3, inherit)", backgroundColor: "var(--sunk, transparent)", borderRight: "1px solid var(--line, transparent)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent, gray) 7%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent, Highlight) 26%, transparent)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono, monospace)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--ink, inherit)",
    backgroundColor: "color-mix(in srgb, var(--accent, Highlight) 26%, var(--panel, Canvas))",
  },
  ".cm-completionDetail": { color: "var(--ink-3, inherit)", fontStyle: "normal" },
  ".cm-tooltip": { color: "var(--ink, inherit)", backgroundColor: "var(--panel, Canvas)", border: "1px solid var(--line, gray)" },
});

// Chrome replaces a selection in the style of its first letter, as a style attribute, which the page's policy forbids. So
// the editor replaces it.
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data == null || view.composing || view.state.readOnly) return false;
    if (view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

// Tab is not bound: it must leave the editor, or a keyboard user cannot leave it.
const base = [
  lineNumbers(),
  foldGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  indentOnInput(),
  bracketMatching(),
  lintGutter(),
  replacing,
  syntaxHighlighting(highlighting),
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
  EditorView.lineWrapping,
  theme,
];

/** The words of a text: a line for each, with its kind, a tab, and the word. */
function readWords(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const [detail, label] = line.split("\t");
    return { detail, label };
  });
}

/**
 * SQL with the keywords and functions of `words`, and completion of all of them: after the first letter or quote, and by
 * Ctrl+Space. After FROM, INTO and UPDATE only tables and indexes are completed.
 */
function sql(words) {
  const known = readWords(words());
  const named = (kind) => known.filter(({ detail }) => detail === kind).map(({ label }) => label.toLowerCase()).join(" ");
  const complete = (context) => {
    const before = context.matchBefore(/["\w$.-]+/);
    if (!before && !context.explicit) return null;
    const from = before?.from ?? context.pos;
    const source = /\b(from|into|update)\s+$/i.test(context.state.sliceDoc(Math.max(0, from - 20), from));
    const options = readWords(words()).filter(({ detail }) => !source || detail === "table" || detail === "index");
    return { from, options, validFor: /^["\w$.-]*$/ };
  };
  return [
    SQLDialect.define({ keywords: named("keyword"), builtin: named("function"), types: "", identifierQuotes: '"' }).extension,
    // Enter takes what is selected as soon as the list is shown.
    autocompletion({ override: [complete], icons: false, interactionDelay: 0 }),
    keymap.of(completionKeymap),
  ];
}

// CodeMirror writes <style> elements into a document, which the page's policy forbids, but style sheet objects into a
// shadow root, which it allows. So every editor is in a shadow root, where custom properties still apply.
function shadowIn(element) {
  const host = document.createElement("div");
  host.className = "editor-host";
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host { display: block; height: 100%; min-height: 0; }");
  root.adoptedStyleSheets = [sheet];
  element.append(host);
  return { host, root };
}

function access(readOnly) {
  return [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
}

function clamp(position, length) {
  return Math.max(0, Math.min(position, length));
}

/**
 * Mounts an editor as the last child of `element`. Options: `text`; `language` "json", "sql" or "text"; `words` of SQL;
 * `readOnly`; `label`, the accessible name; `onChange(text)`, called for typing and not for `setText`.
 */
export function mount(element, { text = "", language = "json", words = "", readOnly = false, label = "Editor", onChange } = {}) {
  let known = words;
  const accessSlot = new Compartment();
  let silent = false;
  const { host, root } = shadowIn(element);
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        base,
        language === "json" ? json() : language === "sql" ? sql(() => known) : [],
        accessSlot.of(access(readOnly)),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) onChange?.(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    /** Replaces the whole text, and keeps the caret if possible. An equal text changes nothing. */
    setText(next) {
      if (next === view.state.doc.toString()) return;
      const caret = clamp(view.state.selection.main.head, next.length);
      silent = true;
      try {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: caret } });
      } finally {
        silent = false;
      }
    },
    /** Replaces the words that SQL is completed with. Its keywords and functions stay. */
    setWords(next) {
      known = next;
    },
    getText: () => view.state.doc.toString(),
    /** Marks spans with messages: `[{ from, to, message, severity? }]`, severity "error" by default. */
    setDiagnostics(list) {
      const length = view.state.doc.length;
      const diagnostics = list.map(({ from, to, message, severity = "error" }) => ({
        from: clamp(from, length),
        to: clamp(Math.max(from, to), length),
        message,
        severity,
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    setReadOnly: (value) => view.dispatch({ effects: accessSlot.reconfigure(access(value)) }),
    /** Moves the caret to a position, scrolls to its line, and focuses the editor. */
    goTo(position) {
      const anchor = clamp(position, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy() {
      view.destroy();
      host.remove();
    },
  };
}
