import { h, type SvgNode } from '../svg/tree.ts'
import type { Picture } from './picture.ts'

/** A big number as a drawing; `id` must be unique in the page or file. */
export function bigNumberStill({ width, height, fontFamily, spark, lines }: Picture, id: string): SvgNode {
  return h(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, fontFamily, letterSpacing: '-0.01em' },
    spark !== undefined && [
      h(
        'linearGradient',
        { id, x1: 0, y1: 0, x2: 0, y2: 1 },
        h('stop', { offset: 0, stopColor: spark.color, stopOpacity: 0.18 }),
        h('stop', { offset: 1, stopColor: spark.color, stopOpacity: 0.04 }),
      ),
      h('path', { d: spark.area, fill: `url(#${id})` }),
      h('path', { d: spark.line, fill: 'none', stroke: spark.color, strokeWidth: 1.5, strokeLinejoin: 'round' }),
    ],
    lines.map((line) =>
      h(
        'text',
        { x: line.x, y: line.baseline, textAnchor: line.isCentred ? 'middle' : undefined },
        line.runs.map(({ text, fontSize, fontWeight, color, gap }) =>
          h('tspan', { fontSize, fontWeight, fill: color, dx: gap }, text),
        ),
      ),
    ),
  )
}
