import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, hoverTooltip } from '@codemirror/view'

/** An error at a position of the text. Lines and columns count from 1. */
export interface Mark {
  line: number
  /** if the column is unknown, the whole line is marked */
  column: number | null
  message: string
}

export const setMarks = StateEffect.define<readonly Mark[]>()

interface Marked {
  given: readonly Mark[]
  decorations: DecorationSet
}

/** Underlines the errors of a text, and shows their messages on hover; typing removes them. */
const field = StateField.define<Marked>({
  create: () => ({ given: [], decorations: Decoration.none }),
  update(before, transaction) {
    const told = transaction.effects.find((effect) => effect.is(setMarks))
    if (!told) return transaction.docChanged ? { given: [], decorations: Decoration.none } : before
    const { doc } = transaction.state
    const ranges = told.value.flatMap((mark) => {
      if (mark.line < 1 || mark.line > doc.lines) return []
      const line = doc.line(mark.line)
      const start =
        mark.column === null ? line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0) : line.from + mark.column - 1
      const from = Math.min(start, line.to)
      const word =
        mark.column === null
          ? line.text.length
          : (/^[\p{L}\p{N}_$."`]+|^\S/u.exec(line.text.slice(from - line.from))?.[0].length ?? 0)
      const to = Math.min(line.to, from + word)
      return to > from ? [decorationOf(mark).range(from, to)] : []
    })
    return { given: told.value, decorations: Decoration.set(ranges, true) }
  },
  provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
})

const decorationOf = ({ message }: Mark) =>
  Decoration.mark({ class: 'cm-fault', attributes: { 'data-message': message } })

const sign = new (class extends GutterMarker {
  override toDOM() {
    const dot = document.createElement('span')
    dot.className = 'cm-faultSign'
    dot.textContent = '●'
    return dot
  }
})()

const signs = gutter({
  class: 'cm-faults',
  markers: (view) => {
    const { doc } = view.state
    const lines = [...new Set(view.state.field(field).given.map(({ line }) => line))]
    const known = lines.filter((line) => line >= 1 && line <= doc.lines).sort((one, other) => one - other)
    return RangeSet.of(known.map((line) => sign.range(doc.line(line).from)))
  },
})

const tip = hoverTooltip((view, pos) => {
  let message: string | undefined
  let from = pos
  view.state.field(field).decorations.between(pos, pos, (start, _end, decoration) => {
    message = (decoration.spec as { attributes: { 'data-message': string } }).attributes['data-message']
    from = start
  })
  if (message === undefined) return null
  const text = message
  return {
    pos: from,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-faultTip'
      dom.textContent = text
      return { dom }
    },
  }
})

const look = EditorView.theme({
  '.cm-faults': { width: '12px' },
  '.cm-faultSign': { color: 'var(--danger)', fontSize: '8px' },
  '.cm-faultTip': {
    padding: '6px 10px',
    maxWidth: '480px',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-sm)',
  },
})

export const marks = [field, signs, tip, look]
