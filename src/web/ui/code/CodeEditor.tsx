import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import css from './CodeField.module.css'
import type { CodeEditorProps } from './codeProps.ts'
import { createEchoes } from './echoes.ts'
import { languages } from './languages.ts'
import { taken } from './PlainCode.tsx'

/** A text editor with syntax highlighting, its own undo and matching brackets. */
export default function CodeEditor(props: CodeEditorProps) {
  const { label, language, value, invalid = false } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [{ given, isNews }] = useState(createEchoes)
  const change = useEffectEvent((text: string) => {
    given(text)
    props.onChange(text)
  })
  const blur = useEffectEvent(() => props.onBlur?.())
  const escape = useEffectEvent(() => {
    props.onEscape?.()
    return props.onEscape !== undefined
  })
  const start = useEffectEvent(() => props)

  // a layout effect, so that no key is lost: typing continues at the caret position of the plain field
  useLayoutEffect(() => {
    if (!host.current) return
    const opened = start()
    const caret = taken(opened.caret)
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: opened.value,
        selection: caret ?? { anchor: opened.value.length },
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
          history(),
          bracketMatching(),
          closeBrackets(),
          languages[language],
          syntaxHighlighting(highlight),
          keymap.of([
            { key: 'Escape', run: () => escape() },
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change(update.state.doc.toString())
          }),
          EditorView.domEventHandlers({
            blur: () => {
              blur()
            },
          }),
          theme,
        ],
      }),
    })
    view.current = editor
    given(opened.value)
    if (opened.autoFocus || caret) editor.focus()
    return () => editor.destroy()
  }, [label, language, given])

  // the text was changed outside of the editor
  useEffect(() => {
    const editor = view.current
    if (!editor || !isNews(value, editor.state.doc.toString())) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, isNews])

  return (
    <div ref={host} className={css.host} data-fill={props.fill ? '' : undefined} data-invalid={invalid || undefined} />
  )
}

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.heading], color: 'var(--code-keyword)' },
  { tag: tags.heading, fontWeight: '620' },
  { tag: tags.strong, fontWeight: '620' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.string, tags.link], color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.propertyName, color: 'var(--code-function)' },
  { tag: tags.comment, color: 'var(--code-comment)' },
  { tag: tags.variableName, color: 'var(--code-name)' },
])

const theme = EditorView.theme({
  '&': { height: '100%', background: 'var(--code-bg)', color: 'var(--code-name)', fontSize: 'var(--code-size)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--code-lh)' },
  '.cm-content': { padding: '8px 6px', caretColor: 'var(--text)' },
  '.cm-content:focus-visible': { boxShadow: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
})
