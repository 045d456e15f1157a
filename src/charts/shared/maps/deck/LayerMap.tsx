import { useMemo, useState } from 'react'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import { columnLabel } from '../../../../model/query/labels.ts'
import type { QueryColumn } from '../../../../model/query/queryObject.ts'
import { CenteredNote } from '../../../../web/ui/CenteredNote.tsx'
import { useText } from '../../../../web/ui/text.ts'
import type { ChartComponentProps, Mark } from '../../contract.ts'
import { equals } from '../../crossFilter.ts'
import { type GroupValue, readGroups } from '../../groups.ts'
import { MarkList } from '../../markList/MarkList.tsx'
import { areaColumns } from '../areaFilter.ts'
import { cellMask, toggledMask } from '../cellMask.ts'
import type { Cell } from '../cells.ts'
import { areaOfCell, type Combined, cellFilters } from '../combined.ts'
import { isLayer, type MakeLayer, type MapLayer } from '../mapLayer.ts'
import { mapTheme } from '../mapTheme.ts'
import { DeckMap } from './DeckMap.tsx'
import type { MapForm } from './deckMapProps.ts'
import { describePicked, rowOf } from './describe.ts'
import type { Picked } from './engine.ts'
import { isFilterValue, shortLabel } from './filterLength.ts'
import type { FocusedMark } from './focusedMark.ts'
import { texts } from './texts.ts'
import { useLayerForm } from './useLayerForm.ts'

interface Props<F> {
  chart: ChartComponentProps<F>
  layer: MakeLayer<F>
  /** the mask of a click on a mark of this row; null if it cannot be used as a filter */
  maskOf?: (row: number) => DataMask | null
}

/** A map with the layer of one chart. */
export function LayerMap<F extends MapForm & { js_columns: QueryColumn[]; spatial?: unknown }>({
  chart,
  layer,
  maskOf,
}: Props<F>) {
  const { data, datasource, color, filterState } = chart
  const theme = mapTheme(chart.formData.mapbox_style, chart.theme)
  const formData = useLayerForm(chart.formData)
  const t = useText()
  const [hidden, toggle] = useHidden()
  const made = useMemo(
    () => layer({ formData, data, datasource, theme, color, filterState }, hidden),
    [layer, formData, data, datasource, theme, color, filterState, hidden],
  )
  const [focused, setFocused] = useState<number>()
  const objects = useMemo(() => (isLayer(made) ? objectsOf(made) : []), [made])
  const listed = useMemo(
    () => (isLayer(made) ? listedMarks(chart, made, { objects, t }) : []),
    [chart, made, objects, t],
  )
  if (!isLayer(made)) return <CenteredNote text={t(made)} />
  const { marks, legend, cells } = made
  const pickedAt = (at: number): Picked => ({ layer: '', index: at, object: objects[at]?.mark, x: 0, y: 0 })

  const places = areaColumns(formData.spatial)
  const maskOfCell = ({ object }: Picked) => (cells && places ? cellMask(places, object as Cell) : null)

  function openMenu(picked: Picked, x: number, y: number) {
    const mask = maskOfCell(picked)
    if (mask) {
      const drill = { filters: mask.extraFormData?.filters ?? [] }
      chart.onMarkContextMenu?.({ mask, drill, label: mask.filterState?.label ?? '', x, y })
    }
    if (!marks) return
    const row = rowOf(picked, marks)
    const groups = readGroups(data[0], marks.drillColumns)
    const values = groups.values(row)
    const isFilter = values.length > 0 && values.every(isFilterValue)
    chart.onMarkContextMenu?.({
      mask: maskOf?.(row) ?? null,
      drill: isFilter ? { filters: drillFilters(marks.drillColumns, values) } : null,
      label: groups.texts(row).map(shortLabel).join(', '),
      x,
      y,
    })
  }

  /** The filters for the rows of a mark; for a cell, the filters for its area. */
  function drillFilters(columns: readonly QueryColumn[], values: readonly GroupValue[]) {
    const degrees = isLayer(made) && made.combined ? areaColumns(formData.spatial) : undefined
    const valueOf = (name: string) => Number(values[columns.findIndex((column) => columnLabel(column) === name)])
    const isPlace = (column: QueryColumn) => degrees?.includes(columnLabel(column)) === true
    const others = columns.flatMap((column, at) => (isPlace(column) ? [] : [equals(column, values[at])]))
    const side = isLayer(made) ? made.combined?.side : undefined
    if (degrees === undefined || side === undefined) return others
    return [...cellFilters(degrees, areaOfCell([valueOf(degrees[0]), valueOf(degrees[1])], side)), ...others]
  }

  function choose(picked: Picked): boolean {
    const ofCell = maskOfCell(picked)
    const mask = ofCell ? toggledMask(ofCell, filterState) : marks && maskOf?.(rowOf(picked, marks))
    if (!mask || !chart.onDataMask) return false
    chart.onDataMask(mask)
    return true
  }

  return (
    <DeckMap
      chart={chart}
      layers={made.layers}
      marks={
        listed.length > 0 && (
          <MarkList
            label={t((maskOf ?? (cells && places)) && chart.onDataMask ? texts.marks : texts.markMenus, {
              title: chart.title,
            })}
            marks={listed}
            selected={[]}
            onFocusMark={(mark) => setFocused(mark?.dataIndex)}
            onChoose={({ dataIndex = -1 }) => choose(pickedAt(dataIndex))}
            onMenu={({ dataIndex = -1 }, x, y) => openMenu(pickedAt(dataIndex), x, y)}
          />
        )
      }
      focused={focused === undefined ? undefined : objects[focused]}
      bounds={made.bounds}
      marksAt={made.marksAt}
      missing={made.missing}
      tooLarge={made.tooLarge}
      replacesMutator={made.replacesMutator}
      areaBy={places}
      notes={notesOf(made, t)}
      describe={(picked) => describePicked(chart, made, picked, t)}
      onChoose={choose}
      onMenu={(marks ?? (cells && places)) && chart.onMarkContextMenu && openMenu}
      legend={
        legend && legend.position !== null
          ? {
              position: legend.position,
              isRange: legend.isRange,
              ramp: legend.ramp,
              entries: legend.entries.map((entry) => ({ ...entry, isOn: !hidden.has(entry.label) })),
              onToggle: toggle,
            }
          : undefined
      }
    />
  )
}

/** The marks under the pointer of all layers, except those that depend on the view. */
function objectsOf({ layers, marks, cells }: MapLayer): FocusedMark[] {
  if (!marks && !cells) return []
  return layers.flatMap((layer) => {
    const data: unknown = typeof layer === 'function' || !layer.props['pickable'] ? undefined : layer.props['data']
    return typeof layer === 'function' || !Array.isArray(data) ? [] : data.map((mark: unknown) => ({ layer, mark }))
  })
}

/** The marks that are reachable by keyboard, in the order of their rows. Their labels are written when they are shown. */
function listedMarks(
  chart: Parameters<typeof describePicked>[0],
  made: MapLayer,
  { objects, t }: { objects: readonly FocusedMark[]; t: ReturnType<typeof useText> },
): Mark[] {
  return objects.map(({ mark: object }, dataIndex) => ({
    dataIndex,
    get label() {
      const described = describePicked(chart, made, { layer: '', index: dataIndex, object, x: 0, y: 0 }, t) ?? []
      const label = described.map(([name, value]) => `${name}: ${shortLabel(value)}`).join(', ')
      return label || t(texts.mark, { number: dataIndex + 1 })
    },
  }))
}

/** What a layer does not show of its data. */
export const notesOf = ({ combined, notes = [] }: MapLayer, t: ReturnType<typeof useText>): string[] => [
  ...(combined ? [combinedNote(combined, t)] : []),
  ...notes.map(([text, values]) => t(text, values)),
]

export const combinedNote = ({ points, counts }: Combined, t: ReturnType<typeof useText>) =>
  t(texts.combined, { points, cells: counts.length })

const none: ReadonlySet<string> = new Set()

/** The entries of a legend that are switched off, and the function that toggles them. */
export function useHidden(): [hidden: ReadonlySet<string>, toggle: (label: string) => void] {
  const [hidden, setHidden] = useState(none)
  function toggle(label: string) {
    const next = new Set(hidden)
    if (!next.delete(label)) next.add(label)
    setHidden(next)
  }
  return [hidden, toggle]
}
