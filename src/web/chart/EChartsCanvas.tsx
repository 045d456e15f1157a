import type { EChartsOption } from 'echarts'
import { CanvasRenderer } from 'echarts/renderers'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EChartsDrawing, MarkEvent } from '../../charts/shared/contract.ts'
import { maskDrill } from '../../charts/shared/crossFilter.ts'
import { partsGeneration, registerParts } from '../../charts/shared/echarts/registerParts.ts'
import { MarkList } from '../../charts/shared/markList/MarkList.tsx'
import { manyRows } from '../../charts/shared/useInOwnTask.ts'
import { useText } from '../ui/text.ts'
import type { DrawnProps } from './drawnProps.ts'
import css from './EChartsView.module.css'
import { withMarkCursor } from './markCursor.ts'
import { measureLettersAhead } from './measureLetters.ts'
import { pictureFont } from './pictureFont.ts'
import { readOnce } from './readOnce.ts'
import { texts } from './texts.ts'
import { useInstance } from './useInstance.ts'

const ChartNote = lazy(() => import('./ChartNote.tsx'))

registerParts(CanvasRenderer)
measureLettersAhead()

type Form = Record<string, unknown>

interface Props extends DrawnProps {
  drawing: EChartsDrawing<Form>
}

/** Results with more cells may need the code that draws only a part of them and adds a note. */
const manyCells = 2000

/** Draws an ECharts option on a canvas and converts clicks on its marks to data masks. */
export function EChartsCanvas(props: Props) {
  const { drawing, formData, theme, size } = props
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const [hovered] = useState<{ seriesName?: string; leftOut?: string }>({})
  const [legendSelected, setLegendSelected] = useState<Record<string, boolean>>()
  const isLarge = cellsOf(props.data) > manyCells
  const ready = useDrawingParts(drawing, formData, isLarge)
  const isReady = ready?.form === formData && ready.isLarge === isLarge

  // `leftOut` arrives after the chart was drawn; it changes tooltips, but not the drawing
  useLayoutEffect(() => {
    if (props.leftOut === undefined) delete hovered.leftOut
    else hovered.leftOut = props.leftOut
  }, [hovered, props.leftOut])

  const input = useMemo(() => ({ ...props, legendSelected, hovered }), [props, legendSelected, hovered])
  const option = useMemo(
    () => (isReady ? drawing.option(input) : undefined),
    // the callback props do not change the chart
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [
      drawing,
      isReady,
      formData,
      props.data,
      props.datasource,
      theme,
      size.width,
      size.height,
      props.color,
      props.filterState,
      legendSelected,
      // texts and month names depend on the language
      t,
    ],
  )

  const canFilter = props.onDataMask !== undefined
  const canChoose = canFilter || props.onMarkContextMenu !== undefined
  const marks = useMemo(
    () => (canChoose && drawing.marks ? drawing.marks(input) : []),
    // the marks depend only on form data and result, and on code that is loaded for them
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [canChoose, drawing, formData, isReady, props.data, props.datasource],
  )

  const canPress = useMemo(
    () => canFilter && marks.some((mark) => drawing.crossFilter?.(input, mark)),
    // form data, result and code are already dependencies of the marks
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [canFilter, marks],
  )

  function choose(event: MarkEvent) {
    const mask = drawing.crossFilter?.(input, event)
    if (mask) props.onDataMask?.(mask)
    return Boolean(mask)
  }
  function openMenu(event: MarkEvent, label: string, x: number, y: number) {
    const mask = drawing.crossFilter?.(input, event) ?? null
    const drill = drawing.drill
      ? drawing.drill(input, event)
      : // a second click on a selected mark has no filters
        maskDrill(drawing.crossFilter?.({ ...input, filterState: undefined }, event))
    props.onMarkContextMenu?.({ mask, drill, label, x, y })
  }
  const instance = { theme, parts: ready?.parts, isMap: option?.geo !== undefined, hovered, setLegendSelected }
  const { chart, draw, hasDrawn } = useInstance(host, instance, {
    onClick: choose,
    onContextMenu(event) {
      const mouse = event.event?.event
      if (!mouse || !props.onMarkContextMenu) return
      mouse.preventDefault()
      openMenu(event, event.name || event.seriesName || '', mouse.clientX, mouse.clientY)
    },
    onDrawn: (instance) => props.picture?.(instance),
  })

  useLayoutEffect(() => {
    if (!option) return
    const hasManyRows = (props.data[0]?.rowcount ?? 0) > manyRows
    const drawn = () =>
      draw({ option: withMarkCursor(option, canPress), formData, size, legendSelected, isLazy: hasManyRows })
    // the first picture is a separate task, because it takes longer: its code has not run before
    if (!hasManyRows && hasDrawn()) return drawn()
    const timer = setTimeout(drawn, 0)
    return () => clearTimeout(timer)
    // new rows always come with a new option, so they need no dependency of their own
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [option, canPress, size.width, size.height, formData, theme])

  return (
    <div className={css.view}>
      <div
        ref={host}
        className={css.canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside, in a canvas
        role="img"
        aria-label={t(texts.picture, { title: props.title, kind: props.kind, rows: props.data[0]?.rowcount ?? 0 })}
      />
      {ready === undefined && <div className={css.waiting}>{props.waiting}</div>}
      <Note option={option} />
      {marks.length > 0 && (
        <MarkList
          label={t(canFilter ? texts.marks : texts.markMenus, { title: props.title })}
          marks={marks}
          selected={props.filterState?.selectedValues ?? []}
          onFocusMark={(mark) => {
            chart.current?.dispatchAction({ type: 'downplay' })
            if (mark) chart.current?.dispatchAction({ type: 'highlight', ...mark })
          }}
          pointsOf={props.onMarkContextMenu && drawing.points && ((mark) => drawing.points?.(input, mark) ?? [])}
          onChoose={(mark) => canFilter && choose(mark)}
          onMenu={(mark, x, y) => openMenu(mark, mark.label, x, y)}
        />
      )}
    </div>
  )
}

const cellsOf = (data: DrawnProps['data']) =>
  data.reduce((sum, { rowcount, colnames }) => sum + rowcount * colnames.length, 0)

/** The note of a chart. In the ECharts option, it is the title that has a name. */
function Note({ option }: { option: EChartsOption | undefined }) {
  const note = option && [option.title ?? []].flat().find(({ name }) => name)
  return note ? (
    <Suspense>
      <ChartNote text={String(note.name)} drawn={note.text ?? ''} />
    </Suspense>
  ) : null
}

/** Loads the code that draws a form. Returns the form for which it was loaded last. */
function useDrawingParts(drawing: EChartsDrawing<Form>, formData: Form, isLarge: boolean) {
  const [ready, setReady] = useState<{ form: Form; isLarge: boolean; parts: number }>()
  useEffect(() => {
    let isCurrent = true
    void Promise.all([drawing.register(formData, isLarge, readOnce), pictureFont()]).then(
      () => isCurrent && setReady({ form: formData, isLarge, parts: partsGeneration() }),
    )
    return () => {
      isCurrent = false
    }
  }, [drawing, formData, isLarge])
  return ready
}
