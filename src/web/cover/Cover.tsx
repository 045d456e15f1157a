import { ChartPicture } from './ChartPicture.tsx'
import css from './Cover.module.css'
import { coverTiles } from './coverTiles.ts'

const cover = { width: 280, height: 150, pad: 12 }
/** In list rows: 48 x 30 px on screen. */
const smallCover = { width: 64, height: 40, pad: 4 }

/** The thumbnail of a chart. */
export function ChartCover({ id, vizType, isSmall = false }: { id: number; vizType: string; isSmall?: boolean }) {
  const { width, height, pad } = isSmall ? smallCover : cover
  return (
    <svg className={css.cover} viewBox={`${-pad} ${-pad} ${width} ${height}`} aria-hidden="true">
      <ChartPicture vizType={vizType} seed={id} width={width - 2 * pad} height={height - 2 * pad} />
    </svg>
  )
}

export interface DashboardCoverProps {
  position: unknown
  /** chart id -> its type, if known */
  vizTypes: ReadonlyMap<number, string>
  /** instead of the layout: one chart that fills the cover, for very small thumbnails */
  isSmall?: boolean
}

/** The thumbnail of a dashboard: its first screen at a small size, with a schematic drawing of each chart. */
export function DashboardCover({ position, vizTypes, isSmall = false }: DashboardCoverProps) {
  const pad = 10
  const inner = cover.width - 2 * pad
  const tiles = coverTiles(position, inner, cover.height)
  const largest = tiles
    .filter((tile) => tile.kind === 'chart')
    .toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  if (!largest) return <EmptyCover />
  if (isSmall && largest.chartId !== undefined) {
    return <ChartCover id={largest.chartId} vizType={vizTypes.get(largest.chartId) ?? ''} isSmall />
  }
  return (
    <svg
      className={`${css.cover} ${css.page}`}
      viewBox={`${-pad} ${-pad} ${cover.width} ${cover.height}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {tiles.map((tile) => {
        const key = `${tile.x}-${tile.y}`
        if (tile.kind !== 'chart') {
          return (
            <g key={key} fill="var(--border-2)">
              <rect x={tile.x} y={tile.y + 2} width={Math.min(tile.width, 56)} height="4" rx="2" />
              {tile.kind === 'text' && tile.height > 14 ? (
                <rect x={tile.x} y={tile.y + 10} width={tile.width * 0.7} height="3" rx="1.5" opacity="0.7" />
              ) : null}
            </g>
          )
        }
        const edge = 6
        return (
          <g key={key} transform={`translate(${tile.x.toFixed(1)} ${tile.y.toFixed(1)})`}>
            <rect
              width={tile.width}
              height={tile.height}
              rx="3"
              fill="var(--surface)"
              stroke="var(--border)"
              strokeWidth="0.8"
            />
            <rect x={edge} y={edge - 1} width={tile.width * 0.34} height="2.4" rx="1.2" fill="var(--border-2)" />
            {tile.height > 22 && tile.width > 18 ? (
              <g transform={`translate(${edge} ${edge + 6})`}>
                <ChartPicture
                  vizType={vizTypes.get(tile.chartId ?? 0) ?? ''}
                  seed={tile.chartId ?? 1}
                  width={tile.width - 2 * edge}
                  height={tile.height - 2 * edge - 6}
                />
              </g>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}

function EmptyCover() {
  const { width, height } = cover
  return (
    <svg className={`${css.cover} ${css.page}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g fill="none" stroke="var(--border-2)" strokeDasharray="3 4">
        <rect x="60" y="37" width="76" height="34" rx="3" />
        <rect x="144" y="37" width="76" height="34" rx="3" />
        <rect x="60" y="79" width="160" height="34" rx="3" />
      </g>
    </svg>
  )
}
