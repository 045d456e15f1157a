import { ChartPicture } from './ChartPicture.tsx'
import css from './Cover.module.css'
import { type CoverTile, coverTiles } from './coverTiles.ts'
import { DataCover } from './DataCover.tsx'

const cover = { width: 280, height: 150, pad: 12 }
/** In list rows: 48 x 30 px on screen. */
const smallCover = { width: 64, height: 40, pad: 4 }

interface Named {
  name: string
  /** for a row of a list */
  isSmall?: boolean
}

/** The cover of a chart: drawn from its data if it is cached, otherwise schematic. */
export function ChartCover({ id, vizType, name, isSmall = false }: Named & { id: number; vizType: string }) {
  return (
    <DataCover kind="chart" id={id} name={name} isSmall={isSmall}>
      <ChartSketch id={id} vizType={vizType} isSmall={isSmall} />
    </DataCover>
  )
}

function ChartSketch({ id, vizType, isSmall }: { id: number; vizType: string; isSmall: boolean }) {
  const { width, height, pad } = isSmall ? smallCover : cover
  return (
    <svg className={css.cover} viewBox={`${-pad} ${-pad} ${width} ${height}`} aria-hidden="true">
      <ChartPicture vizType={vizType} seed={id} width={width - 2 * pad} height={height - 2 * pad} />
    </svg>
  )
}

interface DashboardCoverProps extends Named {
  id: number | string
  position: unknown
  /** chart id -> its type, if known */
  vizTypes: ReadonlyMap<number, string>
}

const pad = 10

/**
 * The cover of a dashboard: its first screen at a small size, drawn from its data if it is cached, otherwise with a
 * schematic drawing of each chart. A small cover shows only the largest chart.
 */
export function DashboardCover({ id, name, position, vizTypes, isSmall = false }: DashboardCoverProps) {
  const tiles = coverTiles(position, cover.width - 2 * pad, cover.height)
  const largest = tiles
    .filter((tile) => tile.kind === 'chart')
    .toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  if (!largest) return <EmptyCover />
  const { chartId } = largest
  return (
    <DataCover kind="dashboard" id={id} name={name} isSmall={isSmall}>
      {isSmall && chartId !== undefined ? (
        <ChartSketch id={chartId} vizType={vizTypes.get(chartId) ?? ''} isSmall />
      ) : (
        <PageSketch tiles={tiles} vizTypes={vizTypes} />
      )}
    </DataCover>
  )
}

function PageSketch({ tiles, vizTypes }: { tiles: readonly CoverTile[]; vizTypes: ReadonlyMap<number, string> }) {
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
