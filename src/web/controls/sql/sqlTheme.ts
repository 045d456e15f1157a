import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colors of SQL in editors. */
export const sqlHighlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--code-keyword)' },
  // a quoted name is an identifier
  { tag: tags.special(tags.string), color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], color: 'var(--code-function)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--code-comment)' },
  { tag: tags.name, color: 'var(--code-name)' },
])

/** The style of error marks and of the completion list. */
export const sqlParts = EditorView.theme({
  // one property each: Safari ignores a `text-decoration` that has a style and a color
  '.cm-fault': {
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationColor: 'var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--border-2)',
    borderRadius: 'var(--r-3)',
    background: 'var(--raised)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    padding: '4px',
    maxHeight: '112px',
    minWidth: '200px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    padding: '3px 8px',
    borderRadius: 'var(--r-1)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
  },
  '.cm-completionDetail': { marginLeft: 'auto', paddingLeft: '16px', color: 'var(--text-3)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '620' },
})
