import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete'
import { cursorLineUp, defaultKeymap, history, historyField, historyKeymap, indentWithTab } from '@codemirror/commands'
import { sql } from '@codemirror/lang-sql'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { EditorDialect } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { sqlHighlight, sqlParts } from '../../../controls/sql/sqlTheme.ts'
import { offerNames } from '../../../shell/editorNames.ts'
import { createEchoes } from '../../../ui/code/echoes.ts'
import { completionSource } from './completionSource.ts'
import type { Catalog } from './completions.ts'
import { functionMarks } from './functionMarks.ts'
import { keywordsOf } from './keywords.ts'
import { type Mark, marks, setMarks } from './marks.ts'
import { paletteNames } from './paletteNames.ts'
import css from './SqlLabEditor.module.css'
import { statementAt } from './statements.ts'

/** A selected text with its offset; an empty text if nothing is selected. */
export interface Selected {
  text: string
  from: number
}

export interface SqlLabEditorProps {
  /** the id under which the editor keeps its undo history */
  tabId: number
  label: string
  value: string
  onChange: (text: string) => void
  onSelect: (selected: Selected) => void
  /** dialect of the database; undefined until it is loaded */
  dialect: EditorDialect | undefined
  catalog: Catalog
  /** changes when the names in the catalog change */
  catalogKey: string
  /** whether completion opens while typing; otherwise only on Ctrl+Space */
  completes: boolean
  marks: readonly Mark[]
  /** runs the selection or the whole text, as read from the editor, whose last change may not be rendered yet */
  onRun: (text: Selected) => void
  onRunAt: (statement: Selected) => void
  onStop: () => void
  onNewTab: () => void
  onFormat: () => void
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** True while arrow keys switch between tabs: the focus then stays on the tabs. */
const movesBetweenTabs = () => document.activeElement?.matches('[role=tab]:focus-visible') === true

/** The serialized states of closed editors, with their undo history, by tab id. */
const closed = new Map<number, unknown>()
const kept = { history: historyField }

/** The editor of a tab. */
export default function SqlLabEditor(props: SqlLabEditorProps) {
  const { tabId, label, value, dialect, completes, catalogKey } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [{ given, isNews }] = useState(createEchoes)
  const latest = useEffectEvent(() => props)

  useEffect(
    () =>
      offerNames({
        key: catalogKey,
        find: (text) =>
          paletteNames(latest().catalog, text, (sql) => {
            const editor = view.current
            if (!editor) return
            editor.dispatch(editor.state.replaceSelection(sql))
            // runs after the palette has returned the focus
            setTimeout(() => editor.focus())
          }),
      }),
    [catalogKey],
  )
  const changed = useEffectEvent((text: string) => {
    given(text)
    props.onChange(text)
  })
  const selected = useEffectEvent((state: EditorState) => props.onSelect(selectionOf(state)))
  const runAt = useEffectEvent((editor: EditorView) => {
    const text = editor.state.doc.toString()
    const range = statementAt(text, editor.state.selection.main.head)
    if (range) props.onRunAt({ text: text.slice(range.from, range.to), from: range.from })
  })

  useLayoutEffect(() => {
    if (!host.current) return
    const opened = latest()
    const extensions = [
      EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
      Prec.highest(keymap.of(ownKeys(latest, runAt))),
      history(),
      lineNumbers(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({ top: true }),
      bracketMatching(),
      closeBrackets(),
      syntaxHighlighting(sqlHighlight),
      language.of(languageOf(opened.dialect)),
      completing.of(completion(latest, opened)),
      marks,
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        indentWithTab,
        ...defaultKeymap,
      ]),
      EditorView.lineWrapping,
      placeholder('SELECT ...'),
      EditorView.contentAttributes.of({ 'aria-label': opened.label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString())
        if (update.docChanged || update.selectionSet) selected(update.state)
      }),
      theme,
      sqlParts,
    ]
    const editor = new EditorView({ parent: host.current, state: stateOf(opened, extensions) })
    view.current = editor
    given(opened.value)
    selected(editor.state)
    if (matchMedia('(pointer: fine)').matches && !movesBetweenTabs()) editor.focus()
    return () => {
      closed.set(opened.tabId, editor.state.toJSON(kept))
      editor.destroy()
    }
  }, [tabId, label, given])

  useEffect(() => {
    view.current?.dispatch({
      effects: [
        language.reconfigure(languageOf(dialect)),
        completing.reconfigure(completion(latest, { completes, dialect })),
      ],
    })
  }, [dialect, completes])

  // the text was changed outside of the editor, for example by formatting
  useEffect(() => {
    const editor = view.current
    if (!editor || !isNews(value, editor.state.doc.toString())) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, isNews])

  useEffect(() => {
    view.current?.dispatch({ effects: setMarks.of(props.marks) })
  }, [props.marks])

  return <div ref={host} className={css.host} />
}

const language = new Compartment()
const completing = new Compartment()

const languageOf = (dialect: EditorDialect | undefined) => [
  sql({ dialect: keywordsOf(dialect), upperCaseKeywords: true }),
  functionMarks(dialect),
]

const completion = (
  latest: () => SqlLabEditorProps,
  { completes, dialect }: Pick<SqlLabEditorProps, 'completes' | 'dialect'>,
) =>
  autocompletion({
    icons: false,
    activateOnTyping: completes,
    // names are found within milliseconds; the package's default delay is longer
    activateOnTypingDelay: 0,
    override: [completionSource(dialect, () => latest().catalog)],
  })

/** The initial state of an editor: with the previous undo history if the tab was open before with the same text. */
function stateOf({ tabId, value }: SqlLabEditorProps, extensions: Extension): EditorState {
  const before = closed.get(tabId)
  if (before !== undefined) {
    const restored = EditorState.fromJSON(before, { extensions }, kept)
    if (restored.doc.toString() === value) return restored
  }
  return EditorState.create({ doc: value, selection: { anchor: value.length }, extensions })
}

function selectionOf(state: EditorState): Selected {
  const { from, to } = state.selection.main
  return { text: state.sliceDoc(from, to), from }
}

function selectionOrText(state: EditorState): Selected {
  const selection = selectionOf(state)
  return selection.text.trim() === '' ? { text: state.doc.toString(), from: 0 } : selection
}

function ownKeys(latest: () => SqlLabEditorProps, runAt: (view: EditorView) => void) {
  const does = (action: (props: SqlLabEditorProps) => void) => () => {
    action(latest())
    return true
  }
  // closes the completion list, which would cover the result; Escape then leaves the editor at once
  const run = (view: EditorView) => {
    closeCompletion(view)
    latest().onRun(selectionOrText(view.state))
    return true
  }
  return [
    { key: 'Ctrl-r', run },
    { key: 'Mod-Enter', run },
    { key: 'Ctrl-Enter', run },
    { key: 'Alt-Enter', run },
    {
      key: 'Ctrl-Shift-Enter',
      run: (view: EditorView) => {
        runAt(view)
        return true
      },
    },
    { key: isMac ? 'Ctrl-x' : 'Ctrl-e', run: does(({ onStop }) => onStop()) },
    { key: isMac ? 'Ctrl-t' : 'Ctrl-q', run: does(({ onNewTab }) => onNewTab()) },
    { key: 'Ctrl-Shift-f', run: does(({ onFormat }) => onFormat()) },
    { key: isMac ? 'Cmd-Alt-f' : 'Ctrl-h', run: openSearchPanel },
    ...(isMac ? [{ key: 'Ctrl-p', run: cursorLineUp }] : []),
  ]
}

const theme = EditorView.theme({
  '&': { height: '100%', background: 'var(--code-bg)', color: 'var(--code-name)', fontSize: 'var(--code-size)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--code-lh)' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-content:focus-visible': { boxShadow: 'none' },
  // line numbers are text: --code-gutter would have too little contrast
  '.cm-gutters': { background: 'var(--code-bg)', color: 'var(--code-comment)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 4px 0 10px' },
  '.cm-activeLine': { background: 'var(--code-line)' },
  '.cm-activeLineGutter': { background: 'var(--code-line)', color: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--accent-soft)' },
  '.cm-selectionMatch': { background: 'color-mix(in srgb, var(--accent), transparent 82%)' },
  '.cm-panels': { background: 'var(--surface)', color: 'var(--text)', borderColor: 'var(--border)' },
  '.cm-panel.cm-search': { padding: '8px 12px', fontFamily: 'var(--font-sans)', fontSize: 'var(--text-sm)' },
  '.cm-textfield': {
    height: '28px',
    border: '1px solid var(--border-2)',
    borderRadius: 'var(--r-2)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-button': {
    height: '28px',
    border: '1px solid var(--border-2)',
    borderRadius: 'var(--r-2)',
    background: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
  },
  '.cm-searchMatch': { background: 'color-mix(in srgb, var(--warning), transparent 70%)' },
})
