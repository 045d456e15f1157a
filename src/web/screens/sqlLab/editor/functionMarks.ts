import { syntaxTree } from '@codemirror/language'
import { Prec } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { EditorDialect } from '../../../../model/sqlLab/sqlLabAnswers.ts'

const call = Decoration.mark({ class: 'cm-call' })
const look = EditorView.theme({ '.cm-call': { color: 'var(--code-function)' } })

/** Colors the names of called functions. The editor's package colors some of them as keywords and some as columns. */
export function functionMarks(dialect: EditorDialect | undefined) {
  const functions = new Set(dialect?.functions)
  const matcher = new MatchDecorator({
    regexp: /\b[a-z_]\w*(?=\s?\()/gi,
    decorate(add, from, to, [name], view) {
      if (!functions.has(name.toLowerCase())) return
      const { name: node } = syntaxTree(view.state).resolveInner(from, 1)
      if (!/String|Comment|Quoted/.test(node)) add(from, to, call)
    },
  })
  const plugin = ViewPlugin.define(
    (view) => ({
      decorations: matcher.createDeco(view),
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations)
      },
    }),
    { decorations: ({ decorations }: { decorations: DecorationSet }) => decorations },
  )
  // innermost, because the colors of the language would override it
  return [Prec.highest(plugin), look]
}
