import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react'
import { type LevelMove, type LevelsInput, levelMoves } from '../../charts/drillLevels.ts'
import { findChart } from '../../charts/index.ts'
import type { ChartDatasource, DrillContext } from '../../charts/shared/contract.ts'
import { ownValue } from '../../model/basics/ownValue.ts'
import type { Level } from '../../model/dataset/hierarchies.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { TIME_GRAIN_NAMES } from '../../model/time/timeGrain.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, plainText, type useText } from '../ui/text.ts'
import { canDrillBy } from './canDrill.ts'
import { filterValue } from './drillText.ts'
import { type Dimensions, withColumns } from './useDimensions.ts'

const texts = defineTexts('drill.levels', {
  down: 'Drill down to {level}',
  up: 'Drill up',
  gone: 'The dataset has no column “{column}” that charts can be grouped by.',
  buckets: '{column} ({grain})',
})

interface LevelEntriesInput extends Pick<LevelsInput, 'formData' | 'extra'> {
  t: ReturnType<typeof useText>
  datasource: ChartDatasource
  data: readonly ChartData[]
  /** null if the mark represents no rows */
  drill: DrillContext | null
  dimensions: Dimensions
  /** the moves that led to the chart */
  path: readonly LevelMove[]
  onPath: (path: readonly LevelMove[]) => void
}

/** The entries of a mark's menu that lead to the next level of a hierarchy, and back. */
export function levelEntries(input: LevelEntriesInput): MenuEntry[] {
  const { t, formData, datasource, data, drill, dimensions, extra, path, onPath } = input
  const about = findChart(String(formData['viz_type']))
  const { columns, hierarchies } = dimensions
  if (!canDrillBy(formData) || !about) return []
  const up = path.length > 0 && {
    label: t(texts.up),
    icon: <ArrowUpToLine size={14} />,
    onSelect: () => onPath(path.slice(0, -1)),
  }
  if (!drill || !columns) return [up]
  const known = withColumns(datasource, dimensions)
  const moves = levelMoves({ formData, about, drill, datasource: known, hierarchies, extra })
  return [
    ...moves.map(({ of, ...move }): MenuEntry => {
      const label = filterValue(of, data[drill.query ?? 0])
      const { column } = move.to
      return {
        label: t(texts.down, { level: levelTitle(t, move.to, move.from, known) }),
        icon: <ArrowDownToLine size={14} />,
        hint: label,
        disabledReason: columns.some(({ name }) => name === column) ? undefined : t(texts.gone, { column }),
        onSelect: () => onPath([...path, { ...move, label }]),
      }
    }),
    up,
  ]
}

/** A level as it is displayed: its column, or the bucket size of a time. */
export function levelTitle(
  t: ReturnType<typeof useText>,
  { column, grain }: Level,
  from: Level | undefined,
  { verboseMap }: Pick<ChartDatasource, 'verboseMap'>,
): string {
  const title = ownValue(verboseMap, column) ?? column
  const name = grain === undefined ? undefined : plainText(ownValue<string>(TIME_GRAIN_NAMES, grain) ?? grain)
  if (name === undefined) return title
  return from?.column === column ? name : t(texts.buckets, { column: title, grain: name })
}
