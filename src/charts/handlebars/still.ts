import type { StillInput } from '../shared/contract.ts'
import { shownSentence } from '../shared/note.ts'
import { textLines } from '../shared/stills/textLines.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { fontSans } from '../shared/theme.ts'
import type { HandlebarsForm } from './query.ts'
import { renderTemplate } from './template/renderTemplate.ts'
import { templateValues } from './templateValues.ts'
import { texts } from './texts.ts'

/** The text of the rendered template, without its styles and images. */
export function still(input: StillInput<HandlebarsForm>): SvgNode | string {
  const { formData: form, data, size, theme, text } = input
  const [rows, ...others] = data
  const totals = form.show_totals ? others[form.server_pagination ? 1 : 0] : undefined
  if (form.handlebarsTemplate.trim() === '') return text(texts.needsTemplate)
  const rendered = renderTemplate(form.handlebarsTemplate, templateValues(rows, totals))
  if (!rendered.ok) return text(texts.cannotShow)
  const lines = textLines(rendered.value.html, size.width, input)
  if (lines.length === 0) return text(texts.empty)
  let top = 0
  const placed = lines.map((line) => {
    top += line.size * 1.5
    return { ...line, y: top - line.size * 0.4 }
  })
  const shown = placed.filter(({ y }) => y < size.height - 16)
  const isCut = shown.length < placed.length
  return h(
    'svg',
    {
      width: size.width,
      height: isCut ? size.height : Math.min(size.height, top),
      fontFamily: fontSans,
      fill: theme.text,
    },
    (isCut ? shown : placed).map(({ indent, y, size: fontSize, isBold, mark, text: words }) => [
      mark !== undefined && h('text', { x: indent - mark.gap, y, fontSize, textAnchor: 'end' }, mark.text),
      h('text', { x: indent, y, fontSize, fontWeight: isBold ? 620 : 420 }, words),
    ]),
    isCut &&
      h(
        'text',
        { x: 0, y: size.height - 4, fontSize: 11, fill: theme.text3 },
        shownSentence(`The first ${shown.length} of ${placed.length} lines`),
      ),
  )
}
