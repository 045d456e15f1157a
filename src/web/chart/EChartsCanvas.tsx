import type { EChartsOption } from 'echarts'
import { type ECharts, init } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EChartsDrawing, MarkEvent } from '../../charts/shared/contract.ts'
import { maskDrill } from '../../charts/shared/crossFilter.ts'
import { partsGeneration, registerParts } from '../../charts/shared/echarts/registerParts.ts'
import { echartsTheme } from '../../charts/shared/echartsTheme.ts'
import { MarkList } from '../../charts/shared/markList/MarkList.tsx'
import { manyRows } from '../../charts/shared/useInOwnTask.ts'
import { useText } from '../ui/text.ts'
import type { DrawnProps } from './drawnProps.ts'
import css from './EChartsView.module.css'
import { withMarkCursor } from './markCursor.ts'
import { measureLettersAhead } from './measureLetters.ts'
import { pictureFont } from './pictureFont.ts'
import { readOnce } from './readOnce.ts'
import { legendKey, replacedParts } from './replacedParts.ts'
import { texts } from './texts.ts'

const ChartNote = lazy(() => import('./ChartNote.tsx'))

registerParts(CanvasRenderer)
measureLettersAhead()

type Form = Record<string, unknown>

interface Props extends DrawnProps {
  drawing: EChartsDrawing<Form>
}

/** Results with more cells may need the code that draws only a part of them and adds a note. */
const manyCells = 2000

/** Animation settings: only series that are switched in the legend move; the result of a filter appears at once. */
const switchMs = 320

/** Two clicks on a legend entry within this time show only that series. */
const doubleClickMs = 300

/** Draws an ECharts option on a canvas and converts clicks on its marks to data masks. */
export function EChartsCanvas(props: Props) {
  const { drawing, formData, theme, size } = props
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const drawnFor = useRef<{ form?: Form; legend?: string; selected?: Record<string, boolean> | undefined }>({})
  const [hovered] = useState<{ seriesName?: string; leftOut?: string }>({})
  const [legendSelected, setLegendSelected] = useState<Record<string, boolean>>()
  const [ready, setReady] = useState<{ form: Form; isLarge: boolean; parts: number }>()
  const isLarge = cellsOf(props.data) > manyCells
  const isReady = ready?.form === formData && ready.isLarge === isLarge

  useEffect(() => {
    let isCurrent = true
    void Promise.all([drawing.register(formData, isLarge, readOnce), pictureFont()]).then(
      () => isCurrent && setReady({ form: formData, isLarge, parts: partsGeneration() }),
    )
    return () => {
      isCurrent = false
    }
  }, [drawing, formData, isLarge])

  // arrives after the chart was drawn, and does not change its picture
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
      // texts and month names are those of the language
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
    // as for the marks
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
  const onClick = useEffectEvent(choose)
  const onContextMenu = useEffectEvent((event: MarkEvent & { event?: { event?: MouseEvent } }) => {
    const mouse = event.event?.event
    if (!mouse || !props.onMarkContextMenu) return
    mouse.preventDefault()
    openMenu(event, event.name || event.seriesName || '', mouse.clientX, mouse.clientY)
  })

  const onDrawn = useEffectEvent((instance: ECharts | null) => props.picture?.(instance))

  // an instance uses the processors that were registered when it was created, so new parts need a new instance
  useLayoutEffect(() => {
    if (!host.current || ready?.parts === undefined) return
    const instance = init(host.current, echartsTheme(theme), { renderer: 'canvas' })
    chart.current = instance
    onDrawn(instance)
    drawnFor.current = {}
    instance.on('click', (event) => onClick(event as MarkEvent))
    instance.on('contextmenu', (event) => onContextMenu(event as MarkEvent))
    instance.on('mouseover', (event) => {
      hovered.seriesName = event.seriesName
    })
    instance.on('mouseout', () => {
      hovered.seriesName = undefined
    })
    let lastName: string | undefined
    let lastTime = 0
    instance.on('legendselectchanged', (event) => {
      const { name, selected } = event as { name: string; selected: Record<string, boolean> }
      const now = performance.now()
      const isDouble = name === lastName && now - lastTime < doubleClickMs
      lastName = isDouble ? undefined : name
      lastTime = now
      setLegendSelected((before) => (isDouble ? isolated(name, selected, before) : selected))
    })
    const onSelectedMany = (event: unknown) =>
      setLegendSelected((event as { selected: Record<string, boolean> }).selected)
    instance.on('legendselectall', onSelectedMany)
    instance.on('legendinverseselect', onSelectedMany)
    return () => {
      instance.dispose()
      chart.current = undefined
      onDrawn(null)
    }
  }, [theme, hovered, ready?.parts])

  const isMap = option?.geo !== undefined
  useEffect(() => {
    const [element, instance] = [host.current, chart.current]
    if (!isMap || !element || !instance) return
    const listening = new AbortController()
    void import('./mapGestures.ts').then(({ listenToGestures }) =>
      listenToGestures(element, instance, listening.signal),
    )
    return () => listening.abort()
  }, [isMap, theme, ready?.parts])

  useLayoutEffect(() => {
    if (!option) return
    const hasManyRows = (props.data[0]?.rowcount ?? 0) > manyRows
    if (!hasManyRows) return draw(option, false)
    const timer = setTimeout(draw, 0, option, true)
    return () => clearTimeout(timer)
    // the effect runs for each new option, and the rows are those of the option
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [option, canPress, size.width, size.height, formData, theme])

  function draw(option: EChartsOption, isLazy: boolean) {
    const instance = chart.current
    if (!instance) return
    if (instance.getWidth() !== size.width || instance.getHeight() !== size.height) {
      instance.resize({ width: size.width, height: size.height })
    }
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // a new result of the same chart keeps the user's changes; anything else starts from scratch
    const before = drawnFor.current
    const sameChart = before.form === formData
    const legend = legendKey(option, size.width, size.height)
    const animationDurationUpdate = before.selected === legendSelected ? 0 : switchMs
    const drawn = { ...withMarkCursor(option, canPress), animationDurationUpdate }
    instance.setOption(calm ? { ...drawn, animation: false } : drawn, {
      lazyUpdate: isLazy,
      ...(sameChart ? { replaceMerge: replacedParts(option, legend !== before.legend) } : { notMerge: true }),
    })
    if (animationDurationUpdate === 0 && !isLazy) finishAnimations(instance)
    drawnFor.current = { form: formData, legend, selected: legendSelected }
  }

  const note = option && [option.title ?? []].flat().find(({ name }) => name)
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
      {note && (
        <Suspense>
          <ChartNote text={String(note.name)} drawn={note.text ?? ''} />
        </Suspense>
      )}
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

/** ECharts lets markers and value labels of lines appear within 200 to 300 ms, even if its animation time is 0. */
function finishAnimations(instance: ECharts): void {
  instance.getZr().storage.traverse((element) => {
    element.stopAnimation(undefined, true)
  })
}

const cellsOf = (data: DrawnProps['data']) =>
  data.reduce((sum, { rowcount, colnames }) => sum + rowcount * colnames.length, 0)

/** Shows one series alone; if it is alone already, all of them. */
function isolated(name: string, selected: Record<string, boolean>, before: Record<string, boolean> | undefined) {
  const wasAlone = before !== undefined && Object.entries(before).every(([key, on]) => key === name || !on)
  return Object.fromEntries(Object.keys(selected).map((key) => [key, wasAlone || key === name]))
}
