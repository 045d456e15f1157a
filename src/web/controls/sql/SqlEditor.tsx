import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completeFromList,
  completionKeymap,
  ifNotIn,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { keywordCompletionSource, PostgreSQL, sql } from '@codemirror/lang-sql'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, tooltips } from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createEchoes } from '../../ui/code/echoes.ts'
import { taken } from '../../ui/code/PlainCode.tsx'
import { faultAt } from './faultAt.ts'
import type { SqlColumn, SqlEditorProps } from './sqlProps.ts'
import { sqlHighlight, sqlParts } from './sqlTheme.ts'

/** An SQL expression with syntax highlighting and completion of columns, functions and keywords. */
export default function SqlEditor({ label, value, onChange, columns, fault, caret }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [{ given, isNews }] = useState(createEchoes)
  const changed = useEffectEvent((text: string) => {
    given(text)
    onChange(text)
  })
  const start = useEffectEvent(() => ({ label, value, columns, caret: taken(caret) }))

  // before anything is drawn or any key arrives: typing continues at its position in the plain field
  useLayoutEffect(() => {
    if (!host.current) return
    const opened = start()
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: opened.value,
        selection: opened.caret,
        extensions: extensions(opened.label, opened.columns, (text) => changed(text)),
      }),
    })
    view.current = editor
    given(opened.value)
    if (opened.caret) editor.focus()
    return () => editor.destroy()
  }, [given])

  // the undo history is kept when the item is renamed
  useEffect(() => {
    view.current?.dispatch({ effects: labelling.reconfigure(labelled(label)) })
  }, [label])

  // text from outside, for example a new draft
  useEffect(() => {
    const editor = view.current
    if (!editor || !isNews(value, editor.state.doc.toString())) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, isNews])

  useEffect(() => {
    view.current?.dispatch({ effects: setFault.of(fault) })
  }, [fault])

  return <div ref={host} />
}

const labelling = new Compartment()
const labelled = (label: string) => EditorView.contentAttributes.of({ 'aria-label': label })

/** The error of the current text; typing removes its marks. */
const setFault = StateEffect.define<string | undefined>()
const faultMark = Decoration.mark({ class: 'cm-fault' })
const faults = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const told = transaction.effects.find((effect) => effect.is(setFault))
    if (!told) return transaction.docChanged ? Decoration.none : marks
    const spans = told.value === undefined ? [] : faultAt(transaction.state.doc.toString(), told.value)
    return Decoration.set(spans.map(({ from, to }) => faultMark.range(from, to)))
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Saves the edited item from within the editor. */
function submit(view: EditorView): boolean {
  const form = view.dom.closest('form')
  form?.requestSubmit()
  return form !== null
}

/** Tab leaves the editor; otherwise its next target would be an open completion list. */
function leave(view: EditorView): boolean {
  closeCompletion(view)
  return false
}

function extensions(label: string, columns: readonly SqlColumn[], onChange: (text: string) => void) {
  return [
    EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
    history(),
    bracketMatching(),
    closeBrackets(),
    sql({ dialect: PostgreSQL }),
    syntaxHighlighting(sqlHighlight),
    autocompletion({
      icons: false,
      override: [columnSource(columns), ifNotIn(['String', 'LineComment'], keywordCompletionSource(PostgreSQL, true))],
    }),
    faults,
    keymap.of([
      { key: 'Mod-Enter', run: submit },
      { key: 'Tab', run: leave, shift: leave },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
    ]),
    // a list outside of the popover would count as a click outside
    tooltips({
      tooltipSpace: (view) => (view.dom.closest('[role="dialog"]') ?? document.body).getBoundingClientRect(),
    }),
    EditorView.lineWrapping,
    labelling.of(labelled(label)),
    EditorView.contentAttributes.of({ spellcheck: 'false' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
    theme,
    sqlParts,
  ]
}

/** Columns of the dataset; names that are not plain identifiers are quoted. */
function columnSource(columns: readonly SqlColumn[]) {
  const complete = completeFromList(
    columns.map(({ column_name, type, expression }) => ({
      label: column_name,
      apply: /^[a-z_][a-z0-9_]*$/.test(column_name) ? column_name : `"${column_name.replaceAll('"', '""')}"`,
      detail: expression ? 'fx' : (type ?? undefined),
      type: 'variable',
      boost: 10,
    })),
  )
  return (context: CompletionContext) => (context.explicit || context.matchBefore(/\w+/) ? complete(context) : null)
}

const theme = EditorView.theme({
  '&': {
    minHeight: 'var(--sql-height, 96px)',
    maxHeight: 'var(--sql-height, 260px)',
    border: '1px solid var(--border-2)',
    borderRadius: 'var(--r-2)',
    background: 'var(--code-bg)',
    color: 'var(--code-name)',
    fontSize: 'var(--code-size)',
  },
  '&.cm-focused': {
    outline: 'none',
    borderColor: 'var(--accent)',
    boxShadow: '0 0 0 3px color-mix(in srgb, var(--accent), transparent 80%)',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--code-lh)' },
  // the whole box is clickable
  '.cm-content': { minHeight: '94px', padding: '8px 6px', caretColor: 'var(--text)' },
  '.cm-content:focus-visible': { boxShadow: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
})
