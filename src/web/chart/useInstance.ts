import type { EChartsOption } from 'echarts'
import { type ECharts, init } from 'echarts/core'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import type { MarkEvent } from '../../charts/shared/contract.ts'
import { echartsTheme } from '../../charts/shared/echartsTheme.ts'
import type { ChartTheme } from '../../charts/shared/theme.ts'
import { paintInOwnTask } from './paintInOwnTask.ts'
import { legendKey, replacedParts } from './replacedParts.ts'

/** Duration of the animation of series that are switched in the legend. A new result is shown without animation. */
const switchMs = 320

/** Two clicks on a legend entry within this time show only that series. */
const doubleClickMs = 300

type Selected = Record<string, boolean>

interface Handlers {
  onClick: (event: MarkEvent) => void
  onContextMenu: (event: MarkEvent & { event?: { event?: MouseEvent } }) => void
  /** null: the instance was disposed */
  onDrawn: (instance: ECharts | null) => void
}

interface Drawn {
  option: EChartsOption
  formData: Record<string, unknown>
  size: { width: number; height: number }
  legendSelected: Selected | undefined
  isLazy: boolean
}

interface InstanceOptions {
  theme: ChartTheme
  /** `partsGeneration` of the parts that the chart needs; undefined until they are loaded */
  parts: number | undefined
  isMap: boolean
  /** the series below the pointer */
  hovered: { seriesName?: string }
  /** sets the series that the legend shows */
  setLegendSelected: Dispatch<SetStateAction<Selected | undefined>>
}

/** An instance of ECharts on an element. */
export function useInstance(
  host: RefObject<HTMLDivElement | null>,
  { theme, parts, isMap, hovered, setLegendSelected }: InstanceOptions,
  handlers: Handlers,
) {
  const chart = useRef<ECharts>(undefined)
  const drawnFor = useRef<{ form?: Drawn['formData']; legend?: string; selected?: Selected | undefined }>({})
  const onClick = useEffectEvent(handlers.onClick)
  const onContextMenu = useEffectEvent(handlers.onContextMenu)
  const onDrawn = useEffectEvent(handlers.onDrawn)

  // an instance uses the processors that were registered when it was created, so new parts need a new instance
  useLayoutEffect(() => {
    if (!host.current || parts === undefined) return
    const instance = init(host.current, echartsTheme(theme), { renderer: 'canvas' })
    chart.current = instance
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
      const { name, selected } = event as { name: string; selected: Selected }
      const now = performance.now()
      const isDouble = name === lastName && now - lastTime < doubleClickMs
      lastName = isDouble ? undefined : name
      lastTime = now
      setLegendSelected((before) => (isDouble ? isolated(name, selected, before) : selected))
    })
    const onSelectedMany = (event: unknown) => setLegendSelected((event as { selected: Selected }).selected)
    instance.on('legendselectall', onSelectedMany)
    instance.on('legendinverseselect', onSelectedMany)
    return () => {
      instance.dispose()
      chart.current = undefined
      onDrawn(null)
    }
  }, [host, theme, parts, hovered, setLegendSelected])

  useEffect(() => {
    const [element, instance] = [host.current, chart.current]
    if (!isMap || !element || !instance) return
    const listening = new AbortController()
    void import('./mapGestures.ts').then(({ listenToGestures }) =>
      listenToGestures(element, instance, listening.signal),
    )
    return () => listening.abort()
  }, [isMap, host, theme, parts])

  function draw({ option, formData, size, legendSelected, isLazy }: Drawn) {
    const instance = chart.current
    if (!instance) return
    if (instance.getWidth() !== size.width || instance.getHeight() !== size.height) {
      // ECharts' own method would first compute the previous option again, which is about to be replaced
      const resized = isLazy ? instance.getZr() : instance
      resized.resize({ width: size.width, height: size.height })
    }
    if (isLazy) paintInOwnTask(instance)
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // a new result of the same chart keeps the user's changes; anything else starts from scratch
    const before = drawnFor.current
    const sameChart = before.form === formData
    const legend = legendKey(option, size.width, size.height)
    const animationDurationUpdate = before.selected === legendSelected ? 0 : switchMs
    const drawn = { ...option, animationDurationUpdate }
    instance.setOption(calm ? { ...drawn, animation: false } : drawn, {
      lazyUpdate: isLazy,
      ...(sameChart ? { replaceMerge: replacedParts(option, legend !== before.legend) } : { notMerge: true }),
    })
    if (animationDurationUpdate === 0 && !isLazy) finishAnimations(instance)
    if (!hasDrawn()) handlers.onDrawn(instance)
    drawnFor.current = { form: formData, legend, selected: legendSelected }
  }

  const hasDrawn = () => drawnFor.current.form !== undefined

  return { chart, draw, hasDrawn }
}

/** Shows one series alone; if it is alone already, all of them. */
function isolated(name: string, selected: Record<string, boolean>, before: Record<string, boolean> | undefined) {
  const wasAlone = before !== undefined && Object.entries(before).every(([key, on]) => key === name || !on)
  return Object.fromEntries(Object.keys(selected).map((key) => [key, wasAlone || key === name]))
}

/**
 * Ends animations: ECharts animates markers and value labels of lines for 200 to 300 ms, even if its animation time is
 * 0.
 */
function finishAnimations(instance: ECharts): void {
  instance.getZr().storage.traverse((element) => {
    element.stopAnimation(undefined, true)
  })
}
