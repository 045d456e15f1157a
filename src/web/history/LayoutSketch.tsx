import type { CSSProperties } from 'react'
import { type LayoutNode, parseLayout } from '../../model/dashboard/layout.ts'
import { classes } from '../ui/classes.ts'
import { defineTexts, useText } from '../ui/text.ts'
import css from './LayoutSketch.module.css'

const texts = defineTexts('history.sketch', {
  label: 'Layout of {name}',
  empty: 'There are no charts added to this dashboard',
  chart: 'Chart {id}',
  text: 'Text',
  tab: 'Tab title',
})

/** The components of a layout as boxes with their names, at about a third of their height. All tabs are shown. */
export function LayoutSketch({ position, name }: { position: unknown; name: string }) {
  const t = useText()
  const { root } = parseLayout(position)
  if (!hasContent(root)) return <p className={css.empty}>{t(texts.empty)}</p>
  return (
    <section className={css.sketch} aria-label={t(texts.label, { name })}>
      <Children of={root} />
    </section>
  )
}

const hasContent = (node: LayoutNode): boolean =>
  node.children.some((child) => !['GRID', 'ROW', 'COLUMN', 'TABS', 'TAB'].includes(child.type) || hasContent(child))

const Children = ({ of }: { of: LayoutNode }) => of.children.map((child) => <Part key={child.id} node={child} />)

function Part({ node }: { node: LayoutNode }) {
  const t = useText()
  const { type, meta } = node
  // 12 columns; a row unit of 8 px is 3 px here
  const style: CSSProperties = { flexGrow: meta.width ?? 12, flexBasis: 0 }
  const tile: CSSProperties = { ...style, minHeight: (meta.height ?? 50) * 3 }
  switch (type) {
    case 'CHART':
      return (
        <div className={css.tile} style={tile}>
          {meta.sliceNameOverride || meta.sliceName || t(texts.chart, { id: String(meta.chartId ?? '') })}
        </div>
      )
    case 'MARKDOWN':
      return (
        <div className={classes(css.tile, css.quiet)} style={tile}>
          {meta.code
            ?.trim()
            .split('\n', 1)[0]
            ?.replace(/^#+\s*/, '') || t(texts.text)}
        </div>
      )
    case 'HEADER':
      return <strong>{meta.text}</strong>
    case 'DIVIDER':
      return <hr className={css.divider} />
    case 'TAB':
      return (
        <div className={css.tab}>
          <span className={css.tabName}>{meta.text || t(texts.tab)}</span>
          <Children of={node} />
        </div>
      )
    case 'ROW':
      return (
        <div className={css.row}>
          <Children of={node} />
        </div>
      )
    default:
      return (
        <div className={css.stack} style={style}>
          <Children of={node} />
        </div>
      )
  }
}
