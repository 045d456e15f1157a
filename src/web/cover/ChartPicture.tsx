import { type ReactNode, Suspense, use } from 'react'
import { findChart, pictureOf } from '../../charts/index.ts'
import type { ThumbnailBox as Box, PictureKind } from '../../charts/shared/contract.ts'
import { loadThumbnail } from '../../charts/thumbnails.ts'
import { seededRandom } from './random.ts'

/** The size of a drawing, and a seed that makes it differ from adjacent drawings. */
interface Place {
  seed: number
  width: number
  height: number
}

/**
 * A schematic drawing of a chart, derived only from its type and the seed: it shows the kind of chart, not its data.
 * Fills the box with its top left corner at (0, 0).
 */
export function ChartPicture({ vizType, ...place }: Place & { vizType: string }) {
  const chart = findChart(vizType)
  const picture = <KindPicture picture={pictureOf(vizType)} {...place} />
  if (chart?.hasThumbnail !== true) return picture
  return (
    <Suspense fallback={picture}>
      <OwnPicture folder={chart.folder} {...place} />
    </Suspense>
  )
}

/** The thumbnail of the type itself. */
function OwnPicture({ folder, ...place }: Place & { folder: string }) {
  const { thumbnail } = use(loadThumbnail(folder))
  return <g>{thumbnail(boxOf(place))}</g>
}

/** One of the thumbnails that types share. */
function KindPicture({ picture, ...place }: Place & { picture: PictureKind }) {
  return <g>{pictures[picture](boxOf(place))}</g>
}

function boxOf({ seed, width, height }: Place): Box {
  const random = seededRandom(seed)
  const turn = Math.floor(random() * 4)
  return { width, height, random, color: (index) => `var(--cat-${((index + turn) % 6) + 1})` }
}

const pictures: Record<PictureKind, (box: Box) => ReactNode> = {
  line: linePicture,
  area: areaPicture,
  bar: barPicture,
  scatter: scatterPicture,
  pie: piePicture,
  bigNumber: (box) => bigNumberPicture(box, false),
  bigNumberTrend: (box) => bigNumberPicture(box, true),
  table: tablePicture,
  heatmap: heatmapPicture,
  treemap: treemapPicture,
}

const fixed = (value: number) => value.toFixed(1)

/** A random walk of `count` values in [0, 1]. */
function wander(random: () => number, count: number, roughness: number): number[] {
  let level = 0.25 + random() * 0.4
  let slope = 0
  // with fewer points, steps are larger, so that the values cover the same range
  const stride = roughness * Math.sqrt(40 / count)
  return Array.from({ length: count }, () => {
    slope = slope * 0.75 + (random() - 0.5) * stride
    level += slope
    if (level < 0.06 || level > 0.94) slope = -slope
    level = Math.min(0.97, Math.max(0.03, level))
    return level
  })
}

function pathOf(values: readonly number[], { width, height }: Box): string {
  const step = width / (values.length - 1)
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${fixed(index * step)} ${fixed((1 - value) * height)}`)
    .join('')
}

/** The number of marks of a drawing: small drawings have fewer. */
const dense = ({ width }: Box, most: number, pxEach: number) => Math.max(5, Math.min(most, Math.round(width / pxEach)))

function strokeWidth({ width }: Box): number {
  return width > 160 ? 1.6 : width > 60 ? 1.2 : 1
}

function linePicture(box: Box): ReactNode {
  const series = box.width < 90 ? 2 : 1 + Math.floor(box.random() * 4)
  return Array.from({ length: series }, (_, index) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: the series have no other identity
      key={index}
      d={pathOf(wander(box.random, dense(box, 40, 7), 0.16), box)}
      fill="none"
      stroke={box.color(index)}
      strokeWidth={strokeWidth(box)}
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  ))
}

function areaPicture(box: Box): ReactNode {
  const lower = wander(box.random, dense(box, 34, 8), 0.12).map((value) => value * 0.6)
  const upper = wander(box.random, lower.length, 0.12).map((value, index) => (lower[index] ?? 0) + 0.08 + value * 0.3)
  return [upper, lower].map((values, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the series have no other identity
    <g key={index}>
      <path
        d={`${pathOf(values, box)}V${box.height}H0Z`}
        fill={`color-mix(in srgb, ${box.color(1 - index)}, var(--surface) 65%)`}
      />
      <path d={pathOf(values, box)} fill="none" stroke={box.color(1 - index)} strokeWidth={strokeWidth(box)} />
    </g>
  ))
}

function barPicture(box: Box): ReactNode {
  const count = dense(box, 24, 11)
  const isStacked = box.random() < 0.5
  const step = box.width / count
  const thickness = Math.max(1.5, step * 0.74)
  const heights = isStacked
    ? wander(box.random, count, 0.3)
    : Array.from({ length: count }, (_, index) => 0.9 * (1 - index / count) ** 1.4 + 0.05 + box.random() * 0.06)
  return heights.map((value, index) => {
    const parts = isStacked ? [0.34 + box.random() * 0.2, 0.3, 0.3] : [1]
    let top = box.height
    return parts.map((part, level) => {
      const tall = Math.max(0.5, value * box.height * (isStacked ? part : 1))
      top -= tall
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
          key={`${index}-${level}`}
          x={fixed(index * step + (step - thickness) / 2)}
          y={fixed(top)}
          width={fixed(thickness)}
          height={fixed(tall)}
          fill={box.color(isStacked ? level : 0)}
        />
      )
    })
  })
}

function scatterPicture(box: Box): ReactNode {
  const count = dense(box, 130, 2.2)
  const radius = box.width > 160 ? 2 : 1.1
  return Array.from({ length: count }, (_, index) => {
    const along = box.random()
    const spread = (box.random() + box.random() + box.random()) / 3 - 0.5
    const y = 0.82 - along * 0.66 + spread * 0.62
    const size = box.random() > 0.96 ? radius * 2.6 : radius * (0.6 + box.random() * 0.7)
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity
        key={index}
        cx={fixed((0.04 + along * 0.92) * box.width)}
        cy={fixed(Math.min(0.96, Math.max(0.04, y)) * box.height)}
        r={fixed(size)}
        fill={box.color(along > 0.7 ? 1 : 0)}
        fillOpacity="0.65"
      />
    )
  })
}

function piePicture(box: Box): ReactNode {
  const outer = Math.min(box.width, box.height) * 0.46
  const inner = outer * 0.58
  const center = { x: box.width / 2, y: box.height / 2 }
  const slices = 3 + Math.floor(box.random() * 4)
  const weights = Array.from({ length: slices }, (_, index) => (0.3 + box.random()) / (index + 1.2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let angle = -Math.PI / 2
  return weights.map((weight, index) => {
    const from = angle
    angle += (weight / total) * 2 * Math.PI
    const on = (radius: number, at: number) =>
      `${fixed(center.x + Math.cos(at) * radius)} ${fixed(center.y + Math.sin(at) * radius)}`
    const large = angle - from > Math.PI ? 1 : 0
    return (
      <path
        key={weight}
        d={`M${on(outer, from)}A${outer} ${outer} 0 ${large} 1 ${on(outer, angle)}L${on(inner, angle)}A${inner} ${inner} 0 ${large} 0 ${on(inner, from)}Z`}
        fill={box.color(index)}
        stroke="var(--surface)"
        strokeWidth={box.width > 160 ? 2 : 1}
      />
    )
  })
}

/** Below this height there is only room for the number. */
const leastTall = 24

const Figure = ({ y, size }: { y: number; size: number }) => (
  <text x="0" y={fixed(y)} fontSize={fixed(size)} fontWeight="560" letterSpacing="-0.02em" fill="var(--text)">
    123
  </text>
)

/** The number of a tile in a small drawing of a dashboard, with the largest font that fits the tile. */
function smallNumberPicture(box: Box, hasTrend: boolean): ReactNode {
  const size = Math.min(box.height * 1.2, box.width / 2)
  const half = { ...box, width: box.width / 2 }
  return (
    <>
      <Figure y={box.height / 2 + size * 0.36} size={size} />
      {hasTrend ? (
        <g transform={`translate(${fixed(half.width)} 0)`}>
          <path
            d={pathOf(wander(box.random, dense(half, 40, 6), 0.12), half)}
            fill="none"
            stroke={box.color(0)}
            strokeWidth={strokeWidth(half)}
          />
        </g>
      ) : null}
    </>
  )
}

function bigNumberPicture(box: Box, hasTrend: boolean): ReactNode {
  if (box.height < leastTall) return smallNumberPicture(box, hasTrend)
  const unit = Math.min(box.height / 3.4, box.width / 7, 26)
  const y = hasTrend ? box.height * 0.12 : box.height / 2 - unit * 0.9
  const trend = wander(box.random, dense(box, 40, 6), 0.12).map((value) => value * 0.36)
  return (
    <>
      <rect
        x="0"
        y={fixed(y)}
        width={fixed(unit * 2.6)}
        height={fixed(unit * 0.34)}
        rx={fixed(unit * 0.17)}
        fill="var(--border-2)"
      />
      <Figure y={y + unit * 1.66} size={unit * 1.36} />
      {hasTrend ? (
        <>
          <path
            d={`${pathOf(trend, box)}V${box.height}H0Z`}
            fill={`color-mix(in srgb, ${box.color(0)}, transparent 86%)`}
          />
          <path d={pathOf(trend, box)} fill="none" stroke={box.color(0)} strokeWidth={strokeWidth(box)} />
        </>
      ) : null}
    </>
  )
}

function tablePicture(box: Box): ReactNode {
  const rowHeight = box.height > 90 ? 18 : box.height > 40 ? 10 : 6
  const rows = Math.max(2, Math.floor(box.height / rowHeight))
  const thick = rowHeight * 0.3
  return Array.from({ length: rows }, (_, row) => {
    const y = row * rowHeight + rowHeight / 2
    const isHead = row === 0
    const share = Math.max(0.06, 1 - row / rows) * (0.75 + box.random() * 0.25)
    const ink = isHead ? 'var(--border-control)' : 'var(--border-2)'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
      <g key={row}>
        <rect
          x="0"
          y={fixed(y - thick / 2)}
          width={fixed(box.width * (0.16 + box.random() * 0.16))}
          height={fixed(thick)}
          rx={fixed(thick / 2)}
          fill={ink}
        />
        {isHead ? null : (
          <rect
            x={fixed(box.width * 0.46)}
            y={fixed(y - rowHeight * 0.36)}
            width={fixed(box.width * 0.28 * share)}
            height={fixed(rowHeight * 0.72)}
            rx="1.5"
            fill="color-mix(in srgb, var(--cat-1), transparent 74%)"
          />
        )}
        <rect
          x={fixed(box.width * 0.84)}
          y={fixed(y - thick / 2)}
          width={fixed(box.width * 0.16)}
          height={fixed(thick)}
          rx={fixed(thick / 2)}
          fill={ink}
        />
        <path
          d={`M0 ${fixed(y + rowHeight / 2)}H${box.width}`}
          stroke={isHead ? 'var(--border-2)' : 'var(--divider)'}
          strokeWidth="0.8"
        />
      </g>
    )
  })
}

function heatmapPicture(box: Box): ReactNode {
  const columns = dense(box, 20, 14)
  const rows = Math.max(3, Math.min(7, Math.round(box.height / 18)))
  const width = box.width / columns
  const height = box.height / rows
  return Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns
    const row = Math.floor(index / columns)
    const wave = Math.sin((column / columns) * Math.PI) * 4 + (row / rows) * 2 + box.random() * 3.4
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
        key={index}
        x={fixed(column * width)}
        y={fixed(row * height)}
        width={fixed(width - 1)}
        height={fixed(height - 1)}
        rx="1.5"
        fill={`var(--seq-${Math.min(9, Math.max(1, Math.round(wave)))})`}
      />
    )
  })
}

function treemapPicture(box: Box): ReactNode {
  const first = box.width * (0.42 + box.random() * 0.12)
  const second = first + (box.width - first) * 0.6
  const cuts = [0.52, 0.58, 0.4].map((cut) => box.height * (cut + box.random() * 0.14))
  const gap = box.width > 160 ? 2 : 1
  const cells = [
    [0, 0, first, cuts[0]],
    [0, cuts[0], first, box.height],
    [first, 0, second, cuts[1]],
    [first, cuts[1], second, box.height],
    [second, 0, box.width, cuts[2]],
    [second, cuts[2], box.width, box.height],
  ] as [number, number, number, number][]
  const isMirrored = box.random() < 0.5
  return cells.map(([from, top, to, bottom], index) => {
    const [left, right] = isMirrored ? [box.width - to, box.width - from] : [from, to]
    return (
      <rect
        key={`${left}-${top}`}
        x={fixed(left)}
        y={fixed(top)}
        width={fixed(right - left - gap)}
        height={fixed(bottom - top - gap)}
        fill={box.color(index)}
      />
    )
  })
}
